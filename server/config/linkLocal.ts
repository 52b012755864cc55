import { lookup as resolveHost, type LookupAddress, type LookupOptions } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

const linkLocal = new BlockList()
linkLocal.addSubnet('169.254.0.0', 16, 'ipv4')
linkLocal.addSubnet('fe80::', 10, 'ipv6')
/** The same service of a cloud, by IPv6. */
linkLocal.addAddress('fd00:ec2::254', 'ipv6')

/**
 * True for an address of the machine's own link. A cloud gives a machine's credentials away at one of them, so no
 * service of a console is there.
 */
export function isLinkLocal(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '')
  const family = isIP(address)
  return family !== 0 && linkLocal.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

/** As Node's own look-up of a host name, but fails if it leads to the machine's own link (S-21). */
export const lookupElsewhere: LookupFunction = (host, options: LookupOptions, callback) => {
  resolveHost(host, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    const [first] = addresses ?? []
    if (error !== null || first === undefined) return callback(error, '', 0)
    if (addresses.some(({ address }) => isLinkLocal(address)))
      return callback(new Error(`${host} leads to a link-local address`), '', 0)
    if (options.all === true) return callback(null, addresses)
    callback(null, first.address, first.family)
  })
}
