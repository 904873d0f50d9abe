import { HomeSkeleton } from '@/components/shell/page-skeletons'

export default HomeSkeleton
