import { expect, test } from 'vitest'
import { embeddedEnvironment } from '../../../services/embedded/environment.ts'
import { textWith } from './support.ts'

test('takes the service token from the environment, where it names one', () => {
  const env = { SERVICE_TOKEN_HEADER: 'x-close', SERVICE_TOKEN: 'secret' }
  expect(embeddedEnvironment(env).options?.serviceToken).toEqual({
    header: 'x-close',
    value: 'secret',
    variable: 'SERVICE_TOKEN',
  })
  for (const unset of [{}, { SERVICE_TOKEN: '', SERVICE_TOKEN_HEADER: '' }]) {
    expect(embeddedEnvironment(unset).options).not.toHaveProperty('serviceToken')
  }
})

test('makes up 200,000 trades where the environment names no other number, and not endlessly many', () => {
  expect(embeddedEnvironment({}).options).toMatchObject({ accounts: 5000, trades: 200_000 })
  expect(embeddedEnvironment({ EMBEDDED_TRADES: '300' }).options?.trades).toBe(300)
  for (const wrong of ['many', '-1', '500001']) {
    expect(embeddedEnvironment({ EMBEDDED_TRADES: wrong }).problems).toEqual([textWith('EMBEDDED_TRADES')])
  }
})

test('refuses half a service token, together with every other problem', () => {
  expect(embeddedEnvironment({ SERVICE_TOKEN: 'secret', EMBEDDED_ACCOUNTS: 'many' }).problems).toEqual([
    textWith('EMBEDDED_ACCOUNTS'),
    textWith('SERVICE_TOKEN_HEADER'),
  ])
})
