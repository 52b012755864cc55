import sharp from 'sharp'
import { expect, test } from 'vitest'
import { documentSvg, drawDocument, flawOf } from '../../../services/embedded/verification/drawDocument.ts'

const drawn = {
  proof: 'DRIVERS_LICENSE',
  given: 'Mara',
  family: 'Quill <b>',
  street: '118 Larch Hollow Rd',
  town: 'Ithaca, NY 14850',
  born: '1989-04-12',
}

/** The first document with this flaw. */
const idWith = (flaw: string): string => {
  const ids = Array.from({ length: 200 }, (_, index) => `snap-4107-${index}`)
  return ids.find((id) => flawOf(id) === flaw) ?? ''
}

test('a document shows its person as text, and a specimen as one', () => {
  const svg = documentSvg({ ...drawn, id: idWith('none') })
  for (const text of ['Mara Quill &#60;b&#62;', '118 Larch Hollow Rd', '1989-04-12', 'SPECIMEN'])
    expect(svg).toContain(text)
})

test.each(['name', 'address', 'expired'])('some documents differ from the record: %s', (flaw) => {
  const right = documentSvg({ ...drawn, id: idWith('none') })
  const wrong = documentSvg({ ...drawn, id: idWith(flaw) })
  const said = { name: 'Mara Quill &#60;b&#62;<', address: drawn.street, expired: '03/31/2031' }[flaw] ?? ''
  expect([right.includes(said), wrong.includes(said)]).toEqual([true, false])
})

test('a document is a picture with text in the bundled font, and some are cut or blurred', async () => {
  const { data, info } = await sharp(await drawDocument({ ...drawn, id: idWith('none') }))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([900, 560])
  expect(data.filter((grey) => grey < 60).length).toBeGreaterThan(2000)
  expect((await sharp(await drawDocument({ ...drawn, id: idWith('cut') })).metadata()).height).toBe(330)
  const blurred = await sharp(await drawDocument({ ...drawn, id: idWith('blurred') }))
    .greyscale()
    .raw()
    .toBuffer()
  expect(blurred.filter((grey) => grey < 60).length).toBeLessThan(500)
})
