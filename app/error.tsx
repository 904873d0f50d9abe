'use client'

import { Failed } from '@/components/page/failed'

export default Failed
