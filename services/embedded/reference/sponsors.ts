import { Random } from '../../../server/embedded/random.ts'
import { listed } from '../data/securities.ts'

/** One sponsored placement (spec back-office section 3, 'Sponsor row'): any of its members may be nothing. */
type Sponsor = Readonly<Record<string, string | number | null>>

const COUNT = 87
const channels = ['podcast', 'newsletter', 'youtube', 'instagram', 'tiktok', 'campus-radio', 'blog', 'webinar'] as const
const texts = [
  'Longer than thirty characters, so that it is cut',
  'Try it free',
  'The first hundred listeners get a share on the house, and everybody else gets the slides',
  'Why I own it',
  'Ten minutes about what the company really earns, and where the money goes afterwards',
  'Read the prospectus first',
] as const

const known: Sponsor = {
  user_id: 41,
  ticker: 'ZZTK',
  channel_name: 'podcast',
  text: 'Longer than thirty characters, so that it is cut',
  node: null,
  link: 'https://sponsor.example.test/a',
  media_url: '',
}

/** Rows that screens have to bear: links that run code, markup, nothing at all, one endless word, another direction. */
const odd: readonly Sponsor[] = [
  { ...known, user_id: 42, link: 'javascript:alert(document.domain)', media_url: 'JaVaScRiPt:alert(1)' },
  { ...known, user_id: 43, link: 'data:text/html,<script>alert(1)</script>', media_url: 'data:image/png;base64,AAAA' },
  { ...known, user_id: 44, text: '<img src=x onerror=alert(1)>', channel_name: '<b>bold</b>', link: '' },
  { user_id: 45, ticker: null, channel_name: null, text: null, node: null, link: null, media_url: null },
  { ...known, user_id: 46, ticker: '', channel_name: '', text: '', node: '', link: '', media_url: '' },
  { ...known, user_id: 47, text: 'unbroken'.repeat(60), link: `https://sponsor.example.test/${'long/'.repeat(40)}` },
  {
    ...known,
    user_id: 48,
    text: 'דברו אלינו לפני שאתם קונים מניות בחברה הזאת',
    node: 7,
    link: 'sponsor.example.test/b',
  },
  {
    ...known,
    user_id: 49,
    text: 'Exactly thirty characters long',
    link: '//sponsor.example.test/c',
    media_url: 'ftp://x',
  },
]

function sponsorAt(seed: number, position: number): Sponsor {
  const random = new Random(seed, position, 80)
  const { ticker } = random.pick(listed)
  const channel = random.pick(channels)
  const base = `https://${channel}.example.test/${ticker.toLowerCase()}`
  return {
    user_id: 100 + random.integer(1, 800),
    ticker,
    channel_name: channel,
    text: random.pick(texts),
    node: random.chance(0.3) ? `${channel}-${random.integer(1, 9)}` : null,
    link: `${base}/${random.digits(4)}`,
    media_url: random.chance(0.6) ? `${base}/cover-${random.digits(3)}.jpg` : '',
  }
}

/** Every placement, the newest first. */
export function sponsors(seed: number): readonly Sponsor[] {
  const made = Array.from({ length: COUNT - 1 - odd.length }, (_, index) => sponsorAt(seed, index + 1))
  return [known, ...made.slice(0, 9), ...odd, ...made.slice(9)]
}
