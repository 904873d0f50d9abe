import { ClientTexts } from '@/components/texts/client-texts'
import { memberTexts } from '@/lib/ui/member-reader'
import { LanguageChoice } from './preferences-section'
import { Panel, SettingsSection } from './settings-section'

export async function LanguageSection({ language }: { language: string | null }) {
  const { t, ...reader } = await memberTexts()
  return (
    <SettingsSection id="language" title={t('language.title')} lead={t('language.lead')}>
      <Panel className="px-4 py-3 sm:px-5">
        <ClientTexts {...reader} nouns={['language']}>
          <LanguageChoice language={language} />
        </ClientTexts>
      </Panel>
    </SettingsSection>
  )
}
