import { openStore } from '../../../server/store/openStore.ts'

/** A writer to be killed: appends events until then, printing each sequence number once it is acknowledged. */
const [dataDir = '', databaseUrl] = process.argv.slice(2)
const keys = { sessionKey: new Uint8Array(32).fill(7), auditKey: new Uint8Array(32).fill(9) }
const store = await openStore({ dataDir, ...(databaseUrl === undefined ? {} : { databaseUrl }), ...keys })
const event = { operation: 'test.append', actor: null, requestId: 'r', ip: '::1', sessionHash: null, details: {} }
for (;;) process.stdout.write(`${await store.audit.event(event)}\n`)
