import './sign-in.css'
import { textsLayout } from '@/components/texts/member-texts-layout'

export default textsLayout('common', 'failure', 'language', 'new-password', 'password-field', 'sign-in')
