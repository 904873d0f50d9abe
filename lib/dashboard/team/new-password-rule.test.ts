import { describe, expect, test } from 'vitest'
import { checkNewPassword } from './new-password-rule'

const rosa = { email: 'rosa.aurora@cafe-luna.test', name: 'Rosa Aurora' }
const codeOf = (password: string) => checkNewPassword(password, rosa)[0]?.code ?? 'good'

describe('a new password', () => {
  test.each([
    'correct horse battery',
    'lemon tram winter 42',
    'kX9#2!aB7$qZ',
    'schöne Gärten',
    'вчера шёл снег',
    'rosa aurora reads old maps',
    '739182640517',
  ])('the password %s is accepted', (password) => {
    expect(codeOf(password)).toBe('good')
  })

  test('length is counted in user-perceived characters', () => {
    expect(codeOf('')).toBe('required')
    expect(codeOf('kX9#2!aB7$q')).toBe('too_short')
    expect(codeOf('🐢🍋🚋🧭🪁🎻')).toBe('too_short')
    expect(codeOf('kX9#2!aB7$qZ'.repeat(30))).toBe('too_long')
  })

  test.each([
    'rosa.aurora@cafe-luna.test',
    'RosaAurora2026!',
    'AuroraRosaAurora',
    'Checkout2026!',
    'checkoutcheckout',
  ])('%s is refused as a variation of name, e-mail or product', (password) => {
    expect(codeOf(password)).toBe('own_name')
  })

  test.each([
    'aaaaaaaaaaaa',
    '123456789012',
    'abcdefghijkl',
    'password1234',
    'Passw0rd2026!!',
    'qwertyuiop[]12',
    'correcthorsebatterystaple',
    'Welcome!123456',
    'iloveyou12345',
    'abc7abc7abc7',
    'ilovemonkey1987',
  ])('%s is refused as common', (password) => {
    expect(codeOf(password)).toBe('common_password')
  })

  test('the problem is reported at the given field', () => {
    expect(checkNewPassword('short', rosa, 'password')[0]?.field).toBe('password')
  })
})
