import { createHash } from 'node:crypto'
import { join } from 'node:path'

export interface Drawn {
  readonly id: string
  readonly proof: string
  readonly given: string
  readonly family: string
  readonly street: string
  readonly town: string
  /** YYYY-MM-DD */
  readonly born: string
  /** The social security number, or the number that the tax office gave. */
  readonly ssn: string
}

/** What is wrong with a document, so that a decision about it can be practiced. */
const flaws = ['none', 'none', 'none', 'blurred', 'cut', 'name', 'address', 'expired'] as const

/** Flaws that a social security card can't show, as it has neither an address nor a date. */
const hidden: readonly string[] = ['address', 'expired']

/** The flaw of a document: always the same one for the same id. */
export function flawOf({ id, proof }: Pick<Drawn, 'id' | 'proof'>): (typeof flaws)[number] | 'number' {
  const flaw = flaws[(createHash('sha256').update(id).digest()[0] ?? 0) % flaws.length] ?? 'none'
  return proof === 'SSN_CARD' && hidden.includes(flaw) ? 'number' : flaw
}

/** A number with its last two digits in the other order; the last one raised by one where they are the same. */
function otherNumber(ssn: string): string {
  const [last = '0', before = '0'] = [ssn.at(-1), ssn.at(-2)]
  return `${ssn.slice(0, -2)}${last}${last === before ? (Number(before) + 1) % 10 : before}`
}

const escaped = (text: string): string =>
  text.replaceAll(/[<>&'"]/g, (letter) => `&#${letter.codePointAt(0)};`).replaceAll(/\p{C}/gu, '·')

const text = (x: number, y: number, size: number, words: string, more = ''): string =>
  `<text x="${x}" y="${y}" font-family="Inter" font-size="${size}" ${more}>${escaped(words)}</text>`

const labelled = (x: number, y: number, label: string, value: string): string =>
  text(x, y, 15, label, 'fill="#5b6b7a"') + text(x, y + 30, 26, value, 'font-weight="700"')

/** A day as documents of the US have it: 07/02/1989. */
const usDay = (day: string): string => day.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$2/$3/$1')

/** A social security number as it is printed: 900-11-7781. */
const usNumber = (ssn: string): string => ssn.replace(/^(\d{3})-?(\d\d)-?(\d{4})$/, '$1-$2-$3')

const photo = `<rect x="56" y="150" width="220" height="280" rx="8" fill="#cdd8e2"/>
  <circle cx="166" cy="250" r="58" fill="#8fa3b5"/><path d="M76 430c6-80 48-112 90-112s84 32 90 112z" fill="#8fa3b5"/>`

const frame = (title: string, tint: string, content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="560"><rect width="900" height="560" fill="#dfe3e8"/>
  <rect x="20" y="20" width="860" height="520" rx="24" fill="${tint}"/>
  ${text(56, 96, 34, title, 'font-weight="700" fill="#17324d"')}${content}
  ${text(150, 420, 120, 'SPECIMEN', 'font-weight="700" fill="#b3261e" fill-opacity="0.14" transform="rotate(-18 450 300)"')}</svg>`

const card = (title: string, drawn: Drawn, expires: string): string =>
  frame(
    title,
    '#eef4f8',
    photo +
      labelled(310, 170, 'Name', `${drawn.given} ${drawn.family}`) +
      labelled(310, 245, 'Address', drawn.street) +
      text(310, 307, 22, drawn.town) +
      labelled(310, 350, 'Date of birth', usDay(drawn.born)) +
      labelled(580, 350, 'Expires', expires) +
      labelled(310, 425, 'Document number', drawn.id.replaceAll('snap-', 'SP')),
  )

const centered = (y: number, size: number, words: string, more = ''): string =>
  text(450, y, size, words, `text-anchor="middle" ${more}`)

const socialSecurityCard = (title: string, drawn: Drawn): string =>
  frame(
    title,
    '#eef4f8',
    centered(220, 54, usNumber(drawn.ssn), 'font-weight="700" letter-spacing="4"') +
      centered(275, 18, 'has been established for', 'fill="#5b6b7a"') +
      centered(330, 28, drawn.given, 'font-weight="700"') +
      centered(368, 28, drawn.family, 'font-weight="700"') +
      `<path d="M230 450h440" stroke="#17324d"/>` +
      centered(478, 15, 'Signature', 'fill="#5b6b7a"'),
  )

const passport = (drawn: Drawn, expires: string): string => {
  const name = `${drawn.family}<<${drawn.given}`.toUpperCase().replaceAll(' ', '<')
  return frame(
    'Passport',
    '#f3efe6',
    photo +
      labelled(310, 170, 'Surname', drawn.family) +
      labelled(310, 245, 'Given names', drawn.given) +
      labelled(310, 320, 'Date of birth', usDay(drawn.born)) +
      labelled(580, 320, 'Expires', expires) +
      text(56, 490, 24, `P<UTO${name}`.padEnd(40, '<').slice(0, 40), 'letter-spacing="4"'),
  )
}

/** What the letters that prove a number call it. */
const numberNames: Readonly<Record<string, string>> = {
  SSA_LETTER: 'Social security number',
  IRS_ITIN_LETTER: 'Taxpayer identification number',
}

function numberLine({ proof, ssn }: Drawn): readonly string[] {
  const name = numberNames[proof]
  return name === undefined ? [] : [`${name}: ${usNumber(ssn)}`]
}

const letter = (title: string, drawn: Drawn, date: string): string =>
  frame(
    title,
    '#ffffff',
    text(56, 160, 24, `${drawn.given} ${drawn.family}`, 'font-weight="700"') +
      text(56, 195, 22, drawn.street) +
      text(56, 228, 22, drawn.town) +
      text(640, 160, 22, date) +
      [...numberLine(drawn), 'Service address as above. Keep this page for your records.', `Reference ${drawn.id}`]
        .map((line, index) => text(56, 310 + index * 40, 22, line))
        .join(''),
  )

const titles: Readonly<Record<string, string>> = {
  DRIVERS_LICENSE: 'Driver License',
  STATE_ID_CARD: 'Identity Card',
  SSN_CARD: 'Social Security Card',
  SSA_LETTER: 'Social Security Administration',
  IRS_ITIN_LETTER: 'Internal Revenue Service',
  UTILITY_BILL: 'Utility Bill',
}

const worded = (proof: string): string =>
  proof
    .replaceAll('_', ' ')
    .toLowerCase()
    .replace(/^./, (first) => first.toUpperCase())

export function documentSvg(drawn: Drawn): string {
  const flaw = flawOf(drawn)
  const shown = {
    ...drawn,
    ...(flaw === 'name' ? { family: `${drawn.family}son` } : {}),
    ...(flaw === 'address' ? { street: '77 Other Street', town: 'Elsewhere, OH 44101' } : {}),
    ...(flaw === 'number' ? { ssn: otherNumber(drawn.ssn) } : {}),
  }
  const expires = flaw === 'expired' ? '03/31/2021' : '03/31/2031'
  const title = titles[drawn.proof] ?? worded(drawn.proof)
  if (drawn.proof === 'PASSPORT') return passport(shown, expires)
  if (drawn.proof === 'SSN_CARD') return socialSecurityCard(title, shown)
  return /CARD|LICENSE/.test(drawn.proof)
    ? card(title, shown, expires)
    : letter(title, shown, flaw === 'expired' ? '03/31/2021' : '02/02/2026')
}

/** Draws the document in the bundled font. A process that refuses SVG, as the gateway does, rejects. */
export async function drawDocument(drawn: Drawn): Promise<Buffer> {
  process.env['FONTCONFIG_FILE'] ??= join(import.meta.dirname, 'fonts', 'fonts.conf')
  const { default: sharp } = await import('sharp')
  const whole = sharp(Buffer.from(documentSvg(drawn)))
  const flaw = flawOf(drawn)
  if (flaw === 'blurred') return whole.blur(6).png().toBuffer()
  if (flaw === 'cut') return whole.extract({ left: 250, top: 0, width: 650, height: 330 }).png().toBuffer()
  return whole.png().toBuffer()
}
