import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadConfig } from '../../../../server/config/loadConfig.ts'
import { backOffice } from '../../../../services/console.ts'
import { complaint, environmentOf, keyOf } from './environment.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-config-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const uat = () => environmentOf(folder)

describe('loadConfig', () => {
  it('needs nothing in development: keys are made once and kept, readable by their owner alone', () => {
    const first = loadConfig({ DATA_DIR: folder }, backOffice)
    const second = loadConfig({ DATA_DIR: folder }, backOffice)
    expect(first.identity).toBeUndefined()
    expect(first.config).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:8080',
      services: {},
    })
    expect(second.config.sessionKey).toEqual(first.config.sessionKey)
    expect(statSync(join(folder, 'session.key')).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(folder, 'audit.key'), 'utf8')).toMatch(/^[0-9a-f]{64}$/)
  })

  it('takes a complete environment, without trailing slashes', () => {
    const { config, identity } = loadConfig(uat(), backOffice)
    expect(config.services['main']).toBe('https://main.example.test/api')
    expect(identity).toMatchObject({ clientId: 'console', oktaUrl: 'https://id.example.test' })
  })

  it('lets a sign-in without a role do everything in development only, unless NO_ROLE says otherwise', () => {
    const noRole = (env: Record<string, string>) => loadConfig(env, backOffice).config.noRole
    expect([noRole({ DATA_DIR: folder }), noRole(uat()), noRole({ ...uat(), NO_ROLE: 'read' })]).toEqual([
      'full',
      'refuse',
      'read',
    ])
  })

  it('logs each request outside development, and there where LOG_LEVEL says so', () => {
    const level = (env: Record<string, string>) => loadConfig(env, backOffice).logLevel
    const dev = { DATA_DIR: folder }
    expect([level(dev), level(uat()), level({ ...dev, LOG_LEVEL: 'info' })]).toEqual(['warn', 'info', 'info'])
    expect(() => level({ ...dev, LOG_LEVEL: 'loud' })).toThrow(/LOG_LEVEL is 'loud'/)
  })

  it('names them with what keeps it from starting, as one may be what is missing', () => {
    const load = () => loadConfig({ DATA_DIR: folder, PORT: 'eighty', SESION_KEY: 'hidden' }, backOffice)
    expect(load).toThrow(/PORT is 'eighty'[^]*SESION_KEY is ignored, [^]* did you mean SESSION_KEY\?/)
    expect(load).not.toThrow('hidden')
  })

  it('warns of variables that are nearly those that it reads, without their values', () => {
    const misspelled = { FOUR_EYE: 'on', APROVAL_HOURS: '5', OIDC_CLIENT_SECERT: 'hidden', PROT: '80' }
    const others = { HOME: '/root', PATH: '/bin', PWD: '/', LANG: 'C', HOSTNAME: 'x', POSTGRES_URL: 'x', URL: 'x' }
    const { warnings } = loadConfig({ DATA_DIR: folder, ...misspelled, ...others }, backOffice)
    expect(warnings).toEqual([
      'FOUR_EYE is ignored, as there is no such variable: did you mean FOUR_EYES?',
      'APROVAL_HOURS is ignored, as there is no such variable: did you mean APPROVAL_HOURS?',
      'OIDC_CLIENT_SECERT is ignored, as there is no such variable: did you mean OIDC_CLIENT_SECRET?',
      'PROT is ignored, as there is no such variable: did you mean PORT?',
    ])
  })

  it('names every missing variable at once outside development', () => {
    const message = complaint({ ENVIRONMENT: 'prod', DATA_DIR: folder })
    const misspelled = complaint({ ENVIRONMENT: 'production', DATA_DIR: folder })
    expect(misspelled).toContain("ENVIRONMENT is 'production': give one of dev, uat, prod, research")
    for (const name of [
      'PUBLIC_URL',
      'MAIN_URL',
      'TRADE_URL',
      'ADMIN_URL',
      'PROFILE_URL',
      'GO_URL',
      'ADDRESS_URL',
      'OIDC_ISSUER',
      'OIDC_CLIENT_ID',
      'OIDC_CLIENT_SECRET',
      'OKTA_URL',
      'SESSION_KEY',
      'AUDIT_KEY',
      'SERVICE_TOKEN',
    ]) {
      expect(message).toContain(`${name} is missing`)
      expect(misspelled).toContain(`${name} is missing`)
    }
  })

  it.each([
    ['PORT', 'eighty', /PORT is 'eighty': give a whole number/],
    ['PORT', '70000', /from 0 to 65535/],
    ['ENVIRONMENT', 'staging', /dev, uat, prod, research/],
    ['LOGIN_MODE', 'magic', /form, redirect/],
    ['NO_ROLE', 'everything', /full, read, refuse/],
    ['METRICS_TOKEN', 'fifteen-of-them', /METRICS_TOKEN can be guessed: give at least 16 characters/],
    ['AUDIT_SINK', '/nowhere/at/all.jsonl', /AUDIT_SINK names a file in '\/nowhere\/at', which is not a folder/],
    ['MAIN_URL', 'ftp://main.example.test', /MAIN_URL is not an address/],
    ['MAIN_URL', 'http://main.example.test', /MAIN_URL must use https/],
    ['PUBLIC_URL', 'http://console.example.test', /must use https/],
    ['PUBLIC_URL', 'https://console.example.test/admin', /remove the path/],
    ['SESSION_KEY', 'short', /SESSION_KEY is not a key/],
    ['SESSION_KEY', 'ab'.repeat(32), /SESSION_KEY can be guessed, because its bytes repeat: make one with openssl/],
    ['AUDIT_KEY', keyOf('session'), /SESSION_KEY and AUDIT_KEY are the same: give each its own/],
    [
      'NODE_TLS_REJECT_UNAUTHORIZED',
      '0',
      /NODE_TLS_REJECT_UNAUTHORIZED is 0, which accepts any certificate: remove it/,
    ],
    ['MAIN_URL', 'https://169.254.169.254/latest', /MAIN_URL leads to a link-local address/],
    ['TRADE_URL', 'https://2852039166/', /TRADE_URL leads to a link-local address/],
    ['ADMIN_URL', 'https://[fe80::1]', /ADMIN_URL leads to a link-local address/],
    ['GO_URL', 'https://[::ffff:169.254.169.254]', /GO_URL leads to a link-local address/],
    ['OIDC_ISSUER', 'https://[fd00:ec2::254]', /OIDC_ISSUER leads to a link-local address/],
    ['TRUST_PROXY', 'loopback', /TRUST_PROXY has 'loopback': give IP addresses/],
    ['TRUST_PROXY', '127.0.0.1,10.0.0.0/99', /TRUST_PROXY has '10.0.0.0\/99': give IP addresses/],
    ['TRUST_PROXY', '0.0.0.0/0', /TRUST_PROXY has '0.0.0.0\/0': trusts nearly everyone's word/],
    ['TRUST_PROXY', '128.0.0.0/1', /TRUST_PROXY has '128.0.0.0\/1': trusts nearly everyone's word/],
    ['TRUST_PROXY', '::/0', /TRUST_PROXY has '::\/0': trusts nearly everyone's word/],
    ['TRUST_PROXY', '2000::/3', /TRUST_PROXY has '2000::\/3': trusts nearly everyone's word/],
    ['DATABASE_URL', 'mysql://root:hunter2@db/console', /DATABASE_URL is not the address of a PostgreSQL/],
    ['SERVICE_TOKEN_HEADER', '', /SERVICE_TOKEN and SERVICE_TOKEN_HEADER belong together/],
    ['SERVICE_TOKEN', '', /SERVICE_TOKEN and SERVICE_TOKEN_HEADER belong together/],
    ['SERVICE_TOKEN_HEADER', 'service token', /SERVICE_TOKEN_HEADER is not the name of an HTTP header/],
    ['SERVICE_TOKEN_HEADER', 'Authorization', /SERVICE_TOKEN_HEADER is 'Authorization', which has a meaning/],
    ['SERVICE_TOKEN_HEADER', 'content-language', /name another header/],
    ['SERVICE_TOKEN_HEADER', 'host', /name another header/],
    ['SERVICE_TOKEN_HEADER', 'Cookie', /name another header/],
    ['SERVICE_TOKEN', 'two\nlines', /SERVICE_TOKEN holds characters/],
    ['EMBEDDED_ACCOUNTS', '0', /EMBEDDED_ACCOUNTS is '0'/],
    ['EMBEDDED_TRADES', '500001', /EMBEDDED_TRADES is '500001'/],
  ])('refuses %s=%s with a sentence that says what to do', (name, value, message) => {
    expect(complaint({ ...uat(), [name]: value })).toMatch(message)
  })

  it.each(['uat', 'prod', 'research'])(
    'signs no one in over plain http in %s, and names both addresses at once',
    (name) => {
      const plain = {
        ...uat(),
        ENVIRONMENT: name,
        OIDC_ISSUER: 'http://id.example.test',
        OKTA_URL: 'http://id.example.test',
      }
      expect(complaint(plain)).toMatch(/2 problems:\n {2}- OIDC_ISSUER must use https\n {2}- OKTA_URL must use https$/)
      const own = {
        ...uat(),
        ENVIRONMENT: name,
        OIDC_ISSUER: 'http://127.0.0.1:9000',
        OKTA_URL: 'http://localhost:9000',
      }
      expect(complaint(own)).toBe('')
    },
  )

  it.each(['0.0.0.0', '::', '192.0.2.7', 'console.example.test'])(
    'keeps the embedded identity provider, whose passwords are known, off %s',
    (HOST) => {
      const message = complaint({ DATA_DIR: folder, HOST, PORT: 'x' })
      expect(message).toContain('2 problems')
      expect(message).toContain(`HOST is '${HOST}'`)
      expect(message).toMatch(/set ENVIRONMENT and OIDC_ISSUER .*, or HOST=127\.0\.0\.1/)
    },
  )

  it.each(['127.0.0.1', '127.0.0.2', '::1', 'localhost'])('starts with everything embedded on %s', (HOST) => {
    expect(complaint({ DATA_DIR: folder, HOST })).toBe('')
  })

  it('listens everywhere with an identity provider of its own, also in development', () => {
    expect(complaint({ ...uat(), HOST: '0.0.0.0' })).toBe('')
    expect(complaint({ ...uat(), ENVIRONMENT: 'dev', HOST: '0.0.0.0' })).toBe('')
  })

  it('reports several malformed values together', () => {
    const message = complaint({ ...uat(), PORT: 'x', LOGIN_MODE: 'y', EMBEDDED_SEED: 'z' })
    expect(message).toContain('3 problems')
    for (const name of ['PORT', 'LOGIN_MODE', 'EMBEDDED_SEED']) expect(message).toContain(`${name} is '`)
  })

  it('reads secrets from files, and says so when it cannot', () => {
    const file = join(folder, 'client-secret')
    writeFileSync(file, 'from-file\n')
    const { OIDC_CLIENT_SECRET: _secret, ...rest } = uat()
    expect(loadConfig({ ...rest, OIDC_CLIENT_SECRET_FILE: file }, backOffice).identity?.clientSecret).toBe('from-file')
    expect(complaint({ ...rest, OIDC_CLIENT_SECRET_FILE: join(folder, 'nowhere') })).toMatch(
      /cannot be read \(ENOENT\)/,
    )
    expect(complaint({ ...uat(), OIDC_CLIENT_SECRET_FILE: file })).toMatch(/both set/)
  })

  it('warns of a file with a secret that everyone can read or write', () => {
    const file = join(folder, 'client-secret')
    writeFileSync(file, 'from-file\n', { mode: 0o600 })
    const { OIDC_CLIENT_SECRET: _secret, ...rest } = uat()
    const env = { ...rest, AUDIT_SINK: `${folder}-sink`, OIDC_CLIENT_SECRET_FILE: file }
    const warnings = (mode: number) => {
      chmodSync(file, mode)
      return loadConfig(env, backOffice).warnings
    }
    expect([warnings(0o600), warnings(0o640)]).toEqual([[], []])
    for (const mode of [0o644, 0o602])
      expect(warnings(mode)).toEqual([
        `OIDC_CLIENT_SECRET_FILE names '${file}', which everyone on this machine can read or write: chmod 600 it`,
      ])
  })

  it('takes the service token as a pair, from a file as well, and does without it in development', () => {
    expect(loadConfig(uat(), backOffice).settings.serviceToken).toEqual({
      header: 'X-Service-Token',
      variable: 'SERVICE_TOKEN',
      value: 'canary-service-token',
    })
    const file = join(folder, 'service-token')
    writeFileSync(file, 'from-file\n')
    const env = { ...uat(), SERVICE_TOKEN: '', SERVICE_TOKEN_FILE: file }
    expect(loadConfig(env, backOffice).settings.serviceToken?.value).toBe('from-file')
    writeFileSync(file, '\n')
    expect(complaint(env)).toMatch(/SERVICE_TOKEN_FILE names an empty file/)
    expect(loadConfig({ DATA_DIR: folder }, backOffice).settings.serviceToken).toBeNull()
    expect(complaint({ DATA_DIR: folder, SERVICE_TOKEN: 'alone' })).toMatch(/belong together/)
  })

  it('names no one for the automatic approval unless it is told whom, and then wants the key of the validator', () => {
    expect(loadConfig(uat(), backOffice).settings).toMatchObject({ autoApprovalStaffIds: [], addressApiKey: null })
    const env = { ...uat(), AUTO_APPROVAL_STAFF_IDS: ' 1, 27 ,' }
    expect(complaint(env)).toMatch(/ADDRESS_API_KEY is missing: AUTO_APPROVAL_STAFF_IDS is set/)
    const file = join(folder, 'address-key')
    writeFileSync(file, 'canary-key\n')
    expect(loadConfig({ ...env, ADDRESS_API_KEY_FILE: file }, backOffice).settings).toMatchObject({
      autoApprovalStaffIds: [1, 27],
      addressApiKey: 'canary-key',
    })
    writeFileSync(file, '\n')
    expect(complaint({ ...env, ADDRESS_API_KEY_FILE: file })).toMatch(/ADDRESS_API_KEY_FILE names an empty file/)
    const dev = { DATA_DIR: folder, AUTO_APPROVAL_STAFF_IDS: '1' }
    expect(loadConfig(dev, backOffice).settings).toMatchObject({ autoApprovalStaffIds: [1], addressApiKey: null })
  })

  it.each(['one', '0', '-1', '1.5', '1;2', 'admin@countersign.test'])(
    'takes no automatic approval for staff called %s',
    (ids) => {
      expect(complaint({ DATA_DIR: folder, AUTO_APPROVAL_STAFF_IDS: ids })).toMatch(/write it as 1,27/)
    },
  )

  it('says what is wrong with a folder it cannot write to', () => {
    const file = join(folder, 'a-file')
    writeFileSync(file, '')
    expect(complaint({ ...uat(), DATA_DIR: join(file, 'below') })).toMatch(/DATA_DIR .* cannot be written \(ENOTDIR\)/)
    expect(complaint({ ...uat(), DATA_DIR: '/proc/nowhere/at/all' })).toMatch(/DATA_DIR .* cannot be written/)
  })

  it('wants the keys from every gateway that shares a database, also in dev', () => {
    const shared = { DATA_DIR: folder, DATABASE_URL: 'postgresql://db/console' }
    expect(complaint(shared)).toMatch(/SESSION_KEY is missing[\s\S]*AUDIT_KEY is missing: .* the same on every machine/)
    expect(complaint({ ...shared, SESSION_KEY: keyOf('session'), AUDIT_KEY: keyOf('audit') })).toBe('')
  })

  it('never repeats the value of a secret in a complaint', () => {
    expect(complaint({ ...uat(), SESSION_KEY: 'hunter2' })).not.toContain('hunter2')
    expect(complaint({ ...uat(), SERVICE_TOKEN: 'hunter2\u0007' })).not.toContain('hunter2')
    expect(complaint({ ...uat(), ADDRESS_API_KEY: 'hunter2\u0007' })).toMatch(/ADDRESS_API_KEY holds characters/)
    expect(complaint({ ...uat(), ADDRESS_API_KEY: 'hunter2\u0007' })).not.toContain('hunter2')
  })

  it.each([
    ['/var/log/audit.jsonl', { kind: 'file', path: '/var/log/audit.jsonl' }],
    ['file:///usr/share/audit%20trail', { kind: 'file', path: '/usr/share/audit trail' }],
    ['syslog://log.example.test', { kind: 'syslog', protocol: 'udp', host: 'log.example.test', port: 514 }],
    ['syslog+tcp://[::1]:601', { kind: 'syslog', protocol: 'tcp', host: '::1', port: 601 }],
    ['https://log.example.test/in?key=1', { kind: 'https', url: 'https://log.example.test/in?key=1' }],
  ])('takes %s as the place for checkpoints', (AUDIT_SINK, sink) => {
    expect(loadConfig({ DATA_DIR: folder, AUDIT_SINK }, backOffice)).toMatchObject({ auditSink: sink, warnings: [] })
  })

  it.each([
    'audit.jsonl',
    'http://log.example.test',
    'https://user:hunter2@log.example.test',
    'syslog:///x',
    'file://host/x',
  ])('refuses %s as that place, without repeating it', (AUDIT_SINK) => {
    expect(complaint({ DATA_DIR: folder, AUDIT_SINK })).toMatch(/^AUDIT_SINK is not a place for checkpoints: write /)
    expect(complaint({ DATA_DIR: folder, AUDIT_SINK })).not.toContain('hunter2')
  })

  it('warns of checkpoints that lie with the trail, also through a link, and outside development of none', () => {
    const warningsFor = (env: Record<string, string>) => loadConfig(env, backOffice).warnings
    const link = `${folder}-link`
    mkdirSync(join(folder, 'sub'))
    symlinkSync(folder, link)
    for (const path of [join(folder, 'sink.jsonl'), join(folder, 'sub', 'sink.jsonl'), join(link, 'sink.jsonl')])
      expect(warningsFor({ DATA_DIR: folder, AUDIT_SINK: path })).toEqual([
        expect.stringMatching(/^AUDIT_SINK lies under DATA_DIR/),
      ])
    rmSync(link)
    expect(warningsFor({ DATA_DIR: folder })).toEqual([])
    expect(warningsFor(uat())).toEqual([expect.stringMatching(/^AUDIT_SINK is not set/)])
    expect(warningsFor({ ...uat(), AUDIT_SINK: `${folder}-sink` })).toEqual([])
  })

  it('asks for a second approver in production unless it is turned off, and then warns', () => {
    const own = { AUDIT_SINK: `${folder}-sink` }
    const load = (env: Record<string, string>) => loadConfig({ ...uat(), ...own, ...env }, backOffice)
    const approvals = { isOn: true, expiryMs: 24 * 3_600_000 }
    expect(load({ ENVIRONMENT: 'prod' })).toMatchObject({ config: { approvals }, warnings: [] })
    expect(load({})).toMatchObject({ config: { approvals: { isOn: false } }, warnings: [] })
    expect(load({ FOUR_EYES: 'on' })).toMatchObject({ config: { approvals } })
    expect(load({ ENVIRONMENT: 'prod', FOUR_EYES: 'off' })).toMatchObject({
      config: { approvals: { isOn: false } },
      warnings: [expect.stringMatching(/^FOUR_EYES is off/)],
    })
  })
})
