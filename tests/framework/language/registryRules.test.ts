import { describe, expect, it } from 'vitest'
import { authored } from '../../../examples/library/schemas/index.ts'
import { checkModel } from '../../../language/check/checkModel.ts'
import type { Registry } from '../../../language/registry.ts'
import { resolveConsole } from '../../../language/resolve.ts'

const { registry } = authored

/** What is said of the library with these services. */
const saidWith = (services: Registry['services']): readonly string[] => {
  const console = { ...authored, registry: { ...registry, services: { ...registry.services, ...services } } }
  return checkModel(resolveConsole(console)).map(({ code, where, message }) => `${code} ${where} ${message}`)
}

/** What is said of the library when its service has this header. */
const saidOf = (header: string): readonly string[] =>
  saidWith({ library: { authorization: 'token', header: { [header]: 'LIBRARY_HEADER' } } })

describe('the headers of a service', () => {
  it.each([
    ['Content-Type', `names 'Content-Type', which has a meaning of its own: name another header`],
    ['authorization', `names 'authorization', which has a meaning of its own: name another header`],
    ['Api Key', `names 'Api Key', which is not the name of an HTTP header: write it as X-Api-Key`],
  ])('are not those that the start refuses, such as %s', (header, message) => {
    expect(saidOf(header)).toEqual([`invalid-header registry.services.library.header ${message}`])
  })

  it('are any others', () => {
    expect(saidOf('X-Library-Tenant')).toEqual([])
  })
})

it('a service that no definition uses is a problem, unless it is registered as one that code alone calls', () => {
  expect(saidWith({ staff: 'token' })).toEqual([
    "unused-name registry has the service 'staff', which no definition uses: use it or remove it; if code alone calls it, as at the sign-in, register staff: 'key'",
  ])
  expect(saidWith({ staff: 'key' })).toEqual([])
})
