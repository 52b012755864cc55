import type { Resource } from '../resource.ts'
import { standardFormats } from '../format.ts'
import type { Registry } from '../registry.ts'
import { entriesOf, joinNames, type Problem } from './problem.ts'
import { registryUses, type RegistryUse, type Slot } from './registryUses.ts'

const called: Readonly<Record<Slot, string>> = {
  services: 'service',
  permissions: 'permission',
  tones: 'table of tones',
  formats: 'format',
  cells: 'cell',
  inputs: 'input',
  filters: 'filter control',
  blocks: 'block',
  pages: 'page',
}

const slots = Object.keys(called) as readonly Slot[]

function namesOf(registry: Registry, slot: Slot): readonly string[] {
  const names = registry[slot] ?? []
  return Array.isArray(names) ? (names as readonly string[]) : Object.keys(names)
}

const twice = (registry: Registry): readonly Problem[] =>
  slots.flatMap((slot) => {
    const names = [...namesOf(registry, slot), ...(slot === 'formats' ? standardFormats : [])]
    return names
      .filter((name, index) => names.indexOf(name) !== index)
      .map((name) => ({ where: `registry.${slot}`, message: `has '${name}' twice: give one of them another name` }))
  })

const unknown = (registry: Registry, uses: readonly RegistryUse[]): readonly Problem[] =>
  uses.flatMap(({ slot, where, name }) => {
    const names = [...namesOf(registry, slot), ...(slot === 'formats' ? standardFormats : [])]
    const message = `names the ${called[slot]} '${name}', registered are: ${joinNames(names)}`
    return names.includes(name) ? [] : [{ where, message }]
  })

/** A service with a key of its own takes no staff token: only the console's own code calls it. */
const usedByCode = ({ services, routePermissions = [] }: Registry, slot: Slot, name: string): boolean =>
  slot === 'services'
    ? services[name]?.authorization === 'key'
    : slot === 'permissions' && routePermissions.includes(name)

const unused = (registry: Registry, uses: readonly RegistryUse[]): readonly Problem[] =>
  slots.flatMap((slot) => {
    const used = new Set(uses.flatMap((use) => (use.slot === slot ? [use.name] : [])))
    return namesOf(registry, slot)
      .filter((name) => !used.has(name) && !usedByCode(registry, slot, name))
      .map((name) => ({
        where: `registry.${slot}`,
        message: `has '${name}', which no definition uses: use it or remove it`,
      }))
  })

const strayPermissions = ({ permissions, roles, unknownRole, routePermissions = [] }: Registry): readonly Problem[] => {
  const granted = [
    ...entriesOf(roles).flatMap(([role, names]) => names.map((name) => [`roles.${role}`, name] as const)),
    ...routePermissions.map((name) => ['routePermissions', name] as const),
  ]
  return [
    ...granted
      .filter(([, name]) => !permissions.includes(name))
      .map(([place, name]) => ({
        where: `registry.${place}`,
        message: `names the permission '${name}', registered are: ${joinNames(permissions)}`,
      })),
    ...(Object.hasOwn(roles, unknownRole)
      ? []
      : [
          {
            where: 'registry.unknownRole',
            message: `names the role '${unknownRole}', roles are: ${joinNames(Object.keys(roles))}`,
          },
        ]),
  ]
}

/** A registered block finds the reads that it is drawn from. */
const blocksRead = ({ blocks = {} }: Registry, { reads }: Resource, uses: readonly RegistryUse[]) => {
  const declared = entriesOf(reads).map(([read]) => read)
  return uses.flatMap(({ slot, where, name }) =>
    (slot === 'blocks' && Object.hasOwn(blocks, name) ? (blocks[name]?.reads ?? []) : [])
      .filter((read) => !declared.includes(read))
      .map((read) => ({
        where,
        message: `draws '${name}', which needs the read '${read}'; declared are: ${joinNames(declared)}`,
      })),
  )
}

/** What is wrong between a registry and the definitions: names that are unknown, unused or given twice. */
export function checkRegistry(registry: Registry, definitions: readonly Resource[]): readonly Problem[] {
  const uses = definitions.flatMap(registryUses)
  return [
    ...twice(registry),
    ...strayPermissions(registry),
    ...unknown(registry, uses),
    ...unused(registry, uses),
    ...definitions.flatMap((definition) => blocksRead(registry, definition, registryUses(definition))),
  ]
}
