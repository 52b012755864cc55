import type { Investigation } from '../data/investigation.ts'
import type { Snap } from '../data/wire.ts'
import type { Case } from './cases.ts'
import {
  addressOnly,
  type CaseState,
  homeOf,
  investigationOf,
  snapOf,
  type Subject,
  subjectOf,
  unverifiedSsn,
} from './verificationParts.ts'

const fraud = subjectOf(4137, 'Xavier Fraudvictim')
const yara = subjectOf(4138, 'Yara Secondfails')
const zeno: Subject = { ...yara, given: 'Zeno', home: homeOf(4138, yara.home.address, { ssn: '900-38-0002' }) }
const thrice = subjectOf(4139, 'Anselm Threeruns')
const ready = subjectOf(4146, 'Hester Appealready')
const waiting = subjectOf(4147, 'Ivo Awaitsreview')
const juno = subjectOf(4148, 'Juno Fourletters')
const karl: Subject = { ...juno, given: 'Karl', home: homeOf(4148, juno.home.address, { ssn: '900-48-0002' }) }

const rejectedSsn: CaseState = {
  status: 'REJECTED',
  failing: ['SSN'],
  findings: { equifax: { reject: unverifiedSsn } },
}

/** An earlier run of the checks, replaced by a later one. */
function earlier(subject: Subject, run: number, day: string): Investigation {
  return investigationOf(subject, {
    ...rejectedSsn,
    day,
    more: { id: subject.id * 10 + 4 + run, sketchId: `5f0c1d6e-0001-4a2b-9c3d-${run}00000004139`, archived: true },
  })
}

/** The members of the detail about the second owner, as in the case. */
const jointMembers = ({ home }: Subject) => ({
  joint_phone: home.phone,
  joint_dob: home.dateOfBirth,
  joint_ssn: home.ssn,
})

function suspended(
  { id, given, family, home }: Subject,
  purpose: string,
  pendingDocuments: number,
  investigations: readonly Investigation[],
  { joint, snaps = [] }: { readonly joint?: Subject; readonly snaps?: readonly Snap[] } = {},
): Case {
  return {
    id,
    name: `${given} ${family}`,
    purpose,
    ...(joint && { joint: joint.given }),
    status: 'SUSPENDED',
    pendingDocuments,
    particulars: home,
    investigations,
    detail: () => ({ snaps, ...(joint && { joint: jointMembers(joint) }) }),
  }
}

const fraudFindings = {
  equifax: { reject: { SSN_FRAUD_VICTIM: 'The SSN belongs to a victim of fraud', ...unverifiedSsn } },
}

const suspendedCases: readonly Case[] = [
  suspended(fraud, 'REJECTED by Equifax for a fraud reason: never without a person', 1, [
    investigationOf(fraud, { status: 'REJECTED', failing: ['SSN'], findings: fraudFindings }),
  ]),
  suspended(
    yara,
    'joint, only the second applicant was rejected',
    1,
    [investigationOf(yara, { status: 'ACCEPTED' }), investigationOf(zeno, { ...rejectedSsn, applicant: 1 })],
    { joint: zeno },
  ),
  suspended(thrice, 'three investigations: two earlier runs are archived', 1, [
    earlier(thrice, 1, '2026-02-10'),
    earlier(thrice, 2, '2026-02-20'),
    investigationOf(thrice, rejectedSsn),
  ]),
  suspended(
    ready,
    'ready for an appeal: an approved document covers the rejected category',
    0,
    [investigationOf(ready, rejectedSsn)],
    { snaps: [snapOf(4146, 1, 'SSN_CARD', 'approved')] },
  ),
  suspended(
    waiting,
    'documents uploaded for both rejected categories, waiting for approval',
    0,
    [investigationOf(waiting, { ...rejectedSsn, failing: ['SSN', 'ADDRESS'] })],
    { snaps: [snapOf(4147, 1, 'SSA_LETTER'), snapOf(4147, 2, 'DRIVERS_LICENSE')] },
  ),
]

/** Both applicants are affiliated with a broker, and all four letters of the account are there. */
const fourLetters: Case = {
  ...suspended(
    juno,
    'joint, has all four account documents: RIA, 407, 3210 and one of the second applicant',
    1,
    [addressOnly(juno), investigationOf(karl, { status: 'ACCEPTED', applicant: 1 })],
    { joint: karl },
  ),
  detail: () => ({
    account: {
      is_affiliated_exchange_finra: true,
      firm_name: 'Northgate Securities (synthetic)',
      upload_ria: 'snap-ria-4148',
      upload_407: 'snap-407-4148',
      upload_3210: 'snap-3210-4148',
    },
    joint: {
      ...jointMembers(karl),
      joint_is_affiliated_exchange_finra: true,
      joint_firm_name: 'Northgate Securities (synthetic)',
      joint_upload: 'snap-joint-4148',
      joint_upload_file_type: 'png',
    },
    snaps: [],
  }),
}

/** Suspended accounts whose cases or documents need a person. */
export const reviewCases: readonly Case[] = [...suspendedCases, fourLetters]
