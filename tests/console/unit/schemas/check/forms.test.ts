import { describe, expect, it } from 'vitest'
import { definitions, screens } from '../../../../../schemas/index.ts'
import { checkAddresses } from '../../../../../language/check/addressRules.ts'
import { checkScreens } from '../../../../../language/check/checkScreens.ts'
import type { FormPage, FormResource } from '../../../../../language/resource.ts'
import { accounts, changeEmail, loginType, sponsors, updateUser } from '../../../support/resources.ts'
import type { FormField, FormLayout } from '../../../../../language/form.ts'
import { problemsWith, type Mistakes } from './mistakes.ts'

const laidOut = (form: FormResource, change: Partial<FormLayout>): FormResource => ({
  ...form,
  form: { ...form.form, ...change },
})

/** A form that is about no record. */
function aboutNothing(form: FormResource): FormResource {
  const { about: _about, ...layout } = form.form
  return { ...form, form: layout }
}

const withField = (form: FormResource, name: string, change: Partial<FormField>): FormResource =>
  laidOut(form, { fields: { ...form.form.fields, [name]: { ...form.form.fields[name]!, ...change } } })

const submitting = (form: FormResource, change: object): FormResource => ({
  ...form,
  actions: { submit: { ...form.actions['submit']!, ...change } },
})

const calling = (form: FormResource, change: object): FormResource => ({
  ...form,
  bindings: { submit: { ...form.bindings['submit']!, ...change } },
})

const { old_user_email: _left, ...newAlone } = changeEmail.bindings['submit']!.body!
const { city: _city, ...withoutCity } = updateUser.bindings['submit']!.body!

const about = updateUser.form.about!
const withoutPresent = laidOut(updateUser, {
  fields: Object.fromEntries(
    Object.entries(updateUser.form.fields).map(([name, { field: _field, ...rest }]) => [name, rest]),
  ),
})

const mistakes: Mistakes = [
  [
    'a required field that may be empty',
    withField(updateUser, 'user_email', { schema: { type: 'string' } }),
    'updateUser.fields.user_email',
    'is required and takes an empty text: give it a minLength',
  ],
  [
    'a pattern that is none',
    withField(updateUser, 'zipcode', { schema: { type: 'string', pattern: '[' } }),
    'updateUser.fields.zipcode',
    "has the pattern '[', which is no regular expression",
  ],
  [
    'a sentence for a keyword that the schema does not have',
    withField(updateUser, 'zipcode', { schema: { type: 'string', message: { maxLength: 'Too long' } } }),
    'updateUser.fields.zipcode',
    "says something of 'maxLength', which its schema does not have",
  ],
  [
    'a field that differs from itself',
    withField(changeEmail, 'new_user_email', { not: { field: 'new_user_email', message: 'No' } }),
    'changeEmail.fields.new_user_email',
    "must not be 'new_user_email', which is no other field; they are: old_user_email",
  ],
  [
    'a field that is never sent',
    calling(updateUser, { body: withoutCity }),
    'updateUser.fields.city',
    'is asked and never sent: the call sends user_email, first_name, last_name, address, zipcode, phone, state',
  ],
  [
    'a change that no one is asked about',
    submitting(updateUser, { confirm: null }),
    'updateUser.confirm',
    'is missing: the call changes something, so the person is asked first',
  ],
  [
    'a change whose success no one is told of, though its answer is shown',
    calling(submitting(loginType, { success: null, confirm: { title: 'Sure?' } }), { effect: 'mutate' }),
    'loginType.success',
    'is missing: only a read whose answer is shown (result) needs no words',
  ],
  [
    'a read of which nothing is said and nothing shown',
    submitting(loginType, { result: undefined }),
    'loginType.success',
    'is missing: only a read whose answer is shown (result) needs no words',
  ],
  [
    'a form that is unlocked by a field that may be empty',
    laidOut(updateUser, { unlockedBy: 'city' }),
    'updateUser.unlockedBy',
    "names 'city', which is no required field; they are: user_email",
  ],
  [
    'a text to be typed again that may be empty',
    submitting(updateUser, { confirm: { title: 'Sure?', typed: { label: 'Type it', text: '{city}' } } }),
    'updateUser.confirm.typed',
    "wants 'city' typed again, which may be empty; required are: user_email",
  ],
  [
    'a subject that goes by no field',
    laidOut(updateUser, { about: { ...about, field: 'mail' } }),
    'updateUser.about',
    `goes by 'mail', which is no field; fields are: ${Object.keys(updateUser.form.fields).join(', ')}`,
  ],
  [
    'a present value that no record has',
    withField(updateUser, 'city', { field: '/profile/0/town' }),
    'updateUser.fields.city',
    "has its value in '/profile/0/town', which accounts does not have",
  ],
  [
    'a present value of no record',
    withField(aboutNothing(loginType), 'email', { field: 'user__email' }),
    'loginType.fields.email',
    "has its value in 'user__email' of no record: add about",
  ],
  [
    'a subject in no list',
    laidOut(updateUser, { about: { ...about, resource: 'people' } }),
    'updateUser.about',
    "looks in 'people', which is no resource",
  ],
  [
    'a subject by what no record has',
    laidOut(withoutPresent, { about: { ...about, resource: 'cash', key: 'ticker', fields: ['kind'] } }),
    'updateUser.about',
    "names 'kind', which cash does not have: id, ticker, type, isAvailableInEtfMfSecurityMaster",
  ],
  [
    'a labelled value that no record has',
    laidOut(updateUser, { about: { ...about, fields: ['name', { field: 'user_id', label: 'User ID' }] } }),
    'updateUser.about',
    `names 'user_id', which accounts does not have: ${Object.keys(accounts.record.properties).join(', ')}`,
  ],
  [
    'an expectation by a value that no record has',
    laidOut(updateUser, { about: { ...about, expect: { when: { state: 'CLOSED' }, message: 'It is open.' } } }),
    'updateUser.about.expect',
    `tests 'state', which accounts does not have: ${Object.keys(accounts.record.properties).join(', ')}`,
  ],
  [
    'an expectation by a place that no detail has',
    laidOut(updateUser, { about: { ...about, expect: { when: { '/banks': { exists: true } }, message: 'No bank.' } } }),
    'updateUser.about.expect',
    `tests '/banks', which accounts does not have: ${Object.keys(accounts.record.properties).join(', ')}`,
  ],
  [
    'a labelled place that no detail has',
    laidOut(updateUser, { about: { ...about, fields: ['name', { field: '/banks', label: 'Bank' }] } }),
    'updateUser.about',
    `names '/banks', which accounts does not have: ${Object.keys(accounts.record.properties).join(', ')}`,
  ],
  [
    'a subject in a list that is not searched',
    laidOut(withoutPresent, { about: { ...about, resource: 'trades', key: 'account_no', fields: ['ticker'] } }),
    'updateUser.about',
    "looks in 'trades', which cannot be searched",
  ],
]

describe('the check of a form', () => {
  it.each(mistakes)('names %s, and nothing else', (_title, changed, where, message) => {
    expect(problemsWith(changed)).toEqual([{ where, message }])
  })

  it('lets a form that only reads go without a question, and one that compares a field unsent', () => {
    const compared = calling(changeEmail, { body: newAlone })
    expect(
      problemsWith(submitting(calling(changeEmail, { effect: 'read' }), { confirm: null, secondApprover: undefined })),
    ).toEqual([])
    expect(problemsWith(compared)).toEqual([])
  })
})

const formPage = (name: string): FormPage => {
  const page = screens.find((screen) => screen.name === name)
  if (page === undefined || !('groups' in page)) throw new Error(`there is no page ${name}`)
  return page
}

const userRequests = formPage('userRequests')
const updateUserPage = formPage('updateUserPage')

describe('the check of the screens', () => {
  const only = (...changed: Parameters<typeof checkScreens>[0]) => checkScreens(changed, definitions)

  it('has nothing to say about those of the console', () => {
    expect(checkScreens(screens, definitions)).toEqual([])
  })

  it('names a form that is on no page', () => {
    expect(
      checkScreens(
        screens.filter((screen) => screen !== updateUserPage),
        definitions,
      ),
    ).toMatchObject([{ where: 'updateUser', message: 'is on no page: name it in schemas/forms/pages.ts' }])
  })

  it('names a form that is on two pages', () => {
    const twice = { ...userRequests, groups: [...userRequests.groups, ...updateUserPage.groups] }
    expect(only(...screens.map((screen) => (screen === userRequests ? twice : screen)))).toMatchObject([
      { where: 'updateUser', message: 'is on two pages, or twice on one: it has one address' },
    ])
  })

  it.each([
    ['a page at the address of a list', { ...updateUserPage, path: '/treasury' as const }, '/treasury'],
    ['a page at the other address of a list', { ...updateUserPage, path: sponsors.aliases[0]! }, '/sponsors'],
  ])('names %s', (_title, page, address) => {
    expect(checkAddresses([...definitions, page])).toMatchObject([
      { where: 'updateUserPage.path', message: expect.stringContaining(`is '${address}', which leads to `) as string },
    ])
  })

  it('names a page with the name of a form, a page without forms, and a list among forms', () => {
    const named = { ...updateUserPage, name: 'updateUser' }
    expect(only(...screens.map((screen) => (screen === updateUserPage ? named : screen)))).toMatchObject([
      { where: 'updateUser', message: 'is a name that is taken: choose another' },
    ])
    const none = { ...updateUserPage, name: 'none', path: '/none' as const, groups: [] }
    expect(only(...screens, none)).toMatchObject([
      { where: 'none', message: 'has no forms: give it some, or take it away' },
    ])
    const listed = {
      ...none,
      groups: [
        { title: 'Lists', forms: [sponsors as never] },
        { title: 'Nothing', forms: [] },
      ],
    }
    expect(only(...screens, listed)).toMatchObject([
      { where: 'none.groups.Nothing', message: 'has no forms' },
      { where: 'none.sponsors', message: 'is no form: a list is a screen of its own' },
    ])
  })
})
