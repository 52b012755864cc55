import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadConfig } from '../../../../server/config/loadConfig.ts'
import { backOffice } from '../../../../services/console.ts'
import { StartError } from '../../../../server/config/settings.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-bindings-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const read = (content: string) => {
  const file = join(folder, 'bindings.json')
  writeFileSync(file, content)
  return loadConfig({ DATA_DIR: folder, BINDINGS_FILE: file }, backOffice).config.assumedCalls
}

const complaint = (content: string | object): string => {
  try {
    read(typeof content === 'string' ? content : JSON.stringify(content))
  } catch (error) {
    if (error instanceof StartError) return error.message
    throw error
  }
  return ''
}

const accept = (call: unknown): string => complaint({ 'accountInvestigations.accept': call })

describe('BINDINGS_FILE', () => {
  it('names the calls of assumed bindings', () => {
    expect(read('{"accountInvestigations.accept": "PUT {trade}/case/{sketchId}/"}')).toEqual({
      'accountInvestigations.accept': { method: 'PUT', service: 'trade', path: '/case/{sketchId}/' },
    })
    expect(loadConfig({ DATA_DIR: folder }, backOffice).config.assumedCalls).toEqual({})
  })

  it('may name a binding that is assumed and no other', () => {
    expect(complaint({ 'accountInvestigations.nothing': 'POST {main}/x' })).toContain('nothing is not a binding')
    expect(complaint({ __proto__: null, 'accounts.close': 'POST {main}/x' })).toContain('close is known for certain')
    expect(complaint({ 'accountInvestigation.acept': 'POST {main}/x' })).toMatch(
      /is not a binding: write resource\.binding; did you mean 'accountInvestigations\.accept'\?$/,
    )
    expect(complaint('{"__proto__": "POST {main}/x"}')).toContain('__proto__ is not a binding')
  })

  it.each([
    'POST /x',
    'post {main}/x',
    'POST {main}',
    'POST {main}x',
    'POST  {main}/x',
    'POST {main}/x y',
    'POST {main}/x?y=1',
    'POST {main}/x#y',
    'POST {main}/../x',
    'POST {main}/x/.',
    'POST {main}//x',
    'POST {main}/%2e',
    'POST {main}/{a-b}',
    'POST {main}/{sketchId',
    'POST https://evil.test/x',
    'TRACE {main}/x',
    '',
    null,
    7,
    {},
  ])('takes no malformed call: %j', (call) => {
    expect(accept(call)).toContain('accountInvestigations.accept is not a call')
  })

  it('takes no service that is unknown or has a key of its own', () => {
    expect(accept('POST {nowhere}/x')).toContain("the service 'nowhere', which there is not")
    expect(accept('POST {address}/x')).toContain("the service 'address', which does not take staff tokens")
  })

  it('takes no method that leaves the body behind', () => {
    expect(accept('GET {main}/x')).toContain('is a GET, which cannot carry the body')
  })

  it('takes no path with a parameter that not every request carries', () => {
    for (const name of ['user_id', 'toString', 'cip'])
      expect(accept(`POST {main}/{${name}}`)).toContain(`has {${name}}`)
    expect(accept('POST {main}/a-{apex_account_id}/{action}')).toBe('')
  })

  it('that cannot be read, or is no JSON object, keeps the console from starting', () => {
    expect(() => loadConfig({ DATA_DIR: folder, BINDINGS_FILE: join(folder, 'none') }, backOffice)).toThrow(
      'read (ENOENT)',
    )
    expect(complaint('{')).toContain('cannot be read (no JSON)')
    for (const content of ['[]', 'null', '"x"']) expect(complaint(content)).toContain('is not a JSON object')
  })

  it('is told all of its flaws at once, with those of everything else', () => {
    const file = join(folder, 'bindings.json')
    const calls = { a: 'x', 'accountInvestigations.accept': 'x', 'accountInvestigations.refuse': 'GET {main}/x' }
    writeFileSync(file, JSON.stringify(calls))
    expect(() => loadConfig({ DATA_DIR: folder, BINDINGS_FILE: file, PORT: 'x' }, backOffice)).toThrow('4 problems')
  })
})
