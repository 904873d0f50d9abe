import './sign-in.css'
import { textsLayout } from '@/components/texts/member-texts-layout'

/** Renders the layout of the pages before the sign-in, with their style sheet and their common texts. */
export default textsLayout('common', 'failure', 'language', 'new-password', 'password-field', 'sign-in')
