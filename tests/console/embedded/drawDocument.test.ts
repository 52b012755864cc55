import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { hostileNames, longNames, nameGroups, streets, towns } from '../../../services/embedded/data/names.ts'
import { documentSvg, flawOf } from '../../../services/embedded/verification/drawDocument.ts'

const DRAWING = new URL('../../../services/embedded/verification/drawDocument.ts', import.meta.url).href

const drawn = {
  proof: 'DRIVERS_LICENSE',
  given: 'Mara',
  family: 'Quill <b>',
  street: '118 Larch Hollow Rd',
  town: 'Ithaca, NY 14850',
  born: '1989-04-12',
  ssn: '900-11-7781',
}

/** The first document with this flaw. */
const idWith = (flaw: string, proof = drawn.proof): string => {
  const ids = Array.from({ length: 200 }, (_, index) => `snap-4107-${index}`)
  return ids.find((id) => flawOf({ id, proof }) === flaw) ?? ''
}

test('a document shows its person as text, and a specimen as one', () => {
  const svg = documentSvg({ ...drawn, id: idWith('none') })
  for (const text of ['Mara Quill &#60;b&#62;', '118 Larch Hollow Rd', '04/12/1989', 'SPECIMEN'])
    expect(svg).toContain(text)
})

test('a social security card shows the number and the name, and nothing that such a card has not', () => {
  const svg = documentSvg({ ...drawn, proof: 'SSN_CARD', id: idWith('none') })
  const said = [
    'Social Security Card',
    '900-11-7781',
    'has been established for',
    '>Mara<',
    '>Quill &#60;b&#62;<',
    'Signature',
  ]
  for (const text of [...said, 'SPECIMEN']) expect(svg).toContain(text)
  for (const text of [drawn.street, drawn.town, 'birth', '1989', 'Expires', '2031', '<circle'])
    expect(svg).not.toContain(text)
  const renamed = documentSvg({ ...drawn, proof: 'SSN_CARD', id: idWith('name') })
  expect(renamed).toContain('>Quill &#60;b&#62;son<')
})

test('some social security cards have another number than the record', () => {
  const card = { ...drawn, proof: 'SSN_CARD' }
  const svg = documentSvg({ ...card, id: idWith('number', 'SSN_CARD') })
  expect(svg).toContain('900-11-7718')
  expect(svg).toContain('SPECIMEN')
  expect(svg).not.toContain('7781')
  expect(documentSvg({ ...card, id: idWith('number', 'SSN_CARD'), ssn: '900-11-7799' })).toContain('900-11-7790')
  expect(idWith('number')).toBe('')
})

test.each([
  ['SSA_LETTER', 'Social security number: 900-11-7781'],
  ['IRS_ITIN_LETTER', 'Taxpayer identification number: 900-11-7781'],
])('a letter that proves a number shows it: %s', (proof, line) => {
  expect(documentSvg({ ...drawn, proof, id: idWith('none') })).toContain(line)
})

test.each(['DRIVERS_LICENSE', 'PASSPORT', 'STATE_ID_CARD', 'UTILITY_BILL'])(
  'another document shows no social security number: %s',
  (proof) => {
    expect(documentSvg({ ...drawn, proof, id: idWith('none') })).not.toContain('7781')
  },
)

test.each(['name', 'address', 'expired'])('some documents differ from the record: %s', (flaw) => {
  const right = documentSvg({ ...drawn, id: idWith('none') })
  const wrong = documentSvg({ ...drawn, id: idWith(flaw) })
  const said = { name: 'Mara Quill &#60;b&#62;<', address: drawn.street, expired: '03/31/2031' }[flaw] ?? ''
  expect([right.includes(said), wrong.includes(said)]).toEqual([true, false])
})

/** What a process of its own draws, as the embedded services are: where the gateway's own code runs, SVG is blocked. */
async function drawnAlone(id: string): Promise<{ readonly size: readonly number[]; readonly dark: number }> {
  const code = `
    import sharp from 'sharp'
    import { drawDocument } from '${DRAWING}'
    const picture = sharp(await drawDocument(${JSON.stringify({ ...drawn, id })}))
    const { data, info } = await picture.greyscale().raw().toBuffer({ resolveWithObject: true })
    console.log(JSON.stringify({ size: [info.width, info.height], dark: data.filter((grey) => grey < 60).length }))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code])
  return JSON.parse(stdout) as Awaited<ReturnType<typeof drawnAlone>>
}

test('a document is a picture with text in the bundled font, and some are cut or blurred', async () => {
  const [whole, cut, blurred] = await Promise.all(['none', 'cut', 'blurred'].map((flaw) => drawnAlone(idWith(flaw))))
  expect(whole?.size).toEqual([900, 560])
  expect(whole?.dark).toBeGreaterThan(2000)
  expect(cut?.size).toEqual([650, 330])
  expect(blurred?.dark).toBeLessThan(500)
})

/** The characters of a font's table `cmap`, format 4 (OpenType 1.9). */
function charactersIn(font: Buffer): ReadonlySet<number> {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, index) => 12 + 16 * index)
  const cmap = font.readUInt32BE((tables.find((at) => font.toString('latin1', at, at + 4) === 'cmap') ?? 0) + 8)
  const subtables = Array.from({ length: font.readUInt16BE(cmap + 2) }, (_, index) => cmap + 4 + 8 * index)
  const at =
    subtables.map((each) => cmap + font.readUInt32BE(each + 4)).find((each) => font.readUInt16BE(each) === 4) ?? 0
  const segments = font.readUInt16BE(at + 6) / 2
  const partOf = (part: number, segment: number) => at + 14 + 2 * (part * segments + segment) + (part === 0 ? 0 : 2)
  const found = Array.from({ length: segments }, (_, segment) => {
    const [end, start] = [font.readUInt16BE(partOf(0, segment)), font.readUInt16BE(partOf(1, segment))]
    const [delta, range] = [font.readUInt16BE(partOf(2, segment)), font.readUInt16BE(partOf(3, segment))]
    return Array.from({ length: end - start + 1 }, (_each, index) => start + index).filter((code) => {
      const glyph = range === 0 ? code : font.readUInt16BE(partOf(3, segment) + range + 2 * (code - start))
      return glyph !== 0 && (glyph + delta) % 65536 !== 0
    })
  })
  return new Set(found.flat())
}

test.each(['Regular', 'Bold'])('every letter of the embedded names and places has a glyph: %s', async (weight) => {
  const folder = new URL('../../../services/embedded/verification/fonts/', import.meta.url)
  const fonts = await Promise.all(
    ['Inter', 'NotoSansSC'].map((name) => readFile(new URL(`${name}-${weight}.ttf`, folder))),
  )
  const drawable = new Set(fonts.flatMap((font) => [...charactersIn(font)]))
  const names = [
    ...nameGroups.flatMap(({ women, men, family }) => [women, men, family]),
    longNames,
    hostileNames.values(),
  ]
  const texts = [...names.flatMap((group) => [...group].flat()), ...streets, ...towns.flat()].map((text) =>
    text.replaceAll(/\p{C}/gu, '·'),
  )
  const letters = new Set(texts.flatMap((text) => Array.from(text + text.toUpperCase())))
  expect([...letters].filter((letter) => !drawable.has(letter.codePointAt(0) ?? 0))).toEqual([])
  expect(letters.has('ỳ') && drawable.has(0x1ef3)).toBe(true)
})

test('a document shows the letters of all names as they are, and a dot for what cannot be seen', () => {
  const svg = documentSvg({ ...drawn, id: idWith('none'), given: 'Quỳnh 静', family: 'Vũ\u202E' })
  expect(svg).toContain('Quỳnh 静 Vũ·')
})
