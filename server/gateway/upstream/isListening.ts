import { connect } from 'node:net'

/** Whether something accepts TCP connections at the address, within `timeoutMs`. */
export function isListening(address: string, timeoutMs: number): Promise<boolean> {
  const { hostname, port, protocol } = new URL(address)
  const socket = connect({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
    timeout: timeoutMs,
  })
  return new Promise((resolve) => {
    const answer = (isReachable: boolean) => () => {
      socket.destroy()
      resolve(isReachable)
    }
    socket.once('connect', answer(true)).once('timeout', answer(false)).once('error', answer(false))
  })
}
