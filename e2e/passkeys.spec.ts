import { expect, test } from '@playwright/test'
import { appCode } from '@/test/app-code'
import { english } from '@/test/english'
import { expectAccessibleState } from './axe'
import { accountPath, signInAs } from './demo'
import { openPage } from './open-page'
import { createOwnAccount } from './test-owner'

test('a passkey signs its user in without a password, takes the place of a code, and is useless once removed', async ({
  page,
}) => {
  const login = await createOwnAccount('Passkeys')
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const dialog = page.getByRole('dialog')
  const openSecurity = () => openPage(page, accountPath('/settings/security', login.slug))
  const signOut = async () => {
    await page.getByRole('button', { name: english('shell.accountMenu') }).click()
    await page.getByRole('menuitem', { name: english('shell.signOut') }).click()
    await page.waitForURL(/sign-in/)
  }
  await signInAs(page, login)

  await test.step('add it', async () => {
    await openSecurity()
    await page.getByRole('button', { name: english('security.passkeys.add.title') }).click()
    await dialog.getByLabel(english('security.passkeys.add.name.label')).fill('Work laptop')
    await dialog.getByLabel(english('step-up.password')).fill(login.password)
    await dialog.getByRole('button', { name: english('security.passkeys.add.submit') }).click()
    await expect(page.getByText(english('security.passkeys.add.done'))).toBeVisible()
    await expect(page.getByRole('list', { name: english('security.passkeys.title') })).toContainText(
      'Work laptop',
    )
  })

  await test.step('sign in by it', async () => {
    await signOut()
    await page.getByRole('button', { name: english('sign-in.passkey.submit') }).click()
    await page.waitForURL(({ pathname }) => pathname.startsWith(`/${login.slug}`))
  })

  await test.step('remove it by a step-up with it', async () => {
    await openSecurity()
    await page.getByRole('button', { name: english('security.twoStep.turnOn.title') }).click()
    await dialog.getByLabel(english('step-up.password')).fill(login.password)
    await dialog.getByRole('button', { name: english('security.twoStep.turnOn.submit') }).click()
    const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '')
    await dialog.getByLabel(english('security.twoStep.setUp.code'), { exact: true }).fill(appCode(secret))
    await dialog.getByRole('button', { name: english('security.twoStep.setUp.submit') }).click()
    await dialog.getByRole('button', { name: english('step-up.stored') }).click()
    await openSecurity()
    // The device has a passkey already, and refuses another until it is reset. The code is used by then.
    await page.getByRole('button', { name: english('security.passkeys.add.title') }).click()
    await dialog.getByLabel(english('security.passkeys.add.name.label')).fill('Phone')
    await dialog.getByLabel(english('step-up.password')).fill(login.password)
    await dialog.getByLabel(english('step-up.code'), { exact: true }).fill(appCode(secret, 1))
    await dialog.getByRole('button', { name: english('security.passkeys.add.submit') }).click()
    await expect(dialog.getByText(english('security.passkeys.failed'))).toBeVisible()
    await client.send('WebAuthn.clearCredentials', { authenticatorId })
    await dialog.getByRole('button', { name: english('security.passkeys.add.submit') }).click()
    await expect(page.getByText(english('security.passkeys.add.done'))).toBeVisible()
    await page
      .getByRole('button', { name: english('security.passkeys.remove.of', { name: 'Phone' }) })
      .click()
    await dialog.getByLabel(english('step-up.password')).fill(login.password)
    await dialog.getByRole('button', { name: english('step-up.usePasskey') }).click()
    await expect(dialog.getByText(english('step-up.passkeyUsed'))).toBeVisible()
    await expectAccessibleState(page, 'a step-up with a passkey')
    await dialog.getByRole('button', { name: english('security.passkeys.remove.submit') }).click()
    await expect(page.getByText(english('security.passkeys.remove.done'))).toBeVisible()
  })

  await test.step('its sign-in is refused', async () => {
    await signOut()
    await page.getByRole('button', { name: english('sign-in.passkey.submit') }).click()
    await expect(page.getByRole('alert').filter({ hasText: english('sign-in.passkey.wrong') })).toBeVisible()
  })
})
