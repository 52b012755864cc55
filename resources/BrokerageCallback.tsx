import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { usePageTitle } from '../src/layout/usePageTitle.ts'
import { PlainLayout } from '../src/layout/PlainLayout.tsx'
import { buttonClass } from '../src/ui/Button.tsx'

/** The outcome of a third-party brokerage callback, read from its query alone (D-1). The query is not stored. */
export const brokerageOutcome = (query: string): 'received' | 'declined' | 'unknown' => {
  const params = new URLSearchParams(query)
  const state = params.get('state') ?? ''
  if (!/^[\w.~-]{8,512}$/.test(state)) return 'unknown'
  if (params.has('error')) return 'declined'
  return params.has('code') || params.has('oauth_verifier') ? 'received' : 'unknown'
}

const texts = {
  received: ['Answer received', 'The brokerage has answered. This page keeps nothing of it.'],
  declined: ['Not connected', 'The brokerage did not give access. Nothing has changed.'],
  unknown: [
    'Nothing to do here',
    'This address is for answers of the brokerage, and this was not one. Nothing has changed.',
  ],
} as const

/**
 * The page that the third-party brokerage returns people to: a neutral result. It removes the query from the history.
 */
export const BrokerageCallback = () => {
  usePageTitle('Brokerage connection')
  const [outcome] = useState(() => brokerageOutcome(window.location.search))
  const [title, text] = texts[outcome]
  useEffect(() => {
    window.history.replaceState(window.history.state, '', window.location.pathname)
  }, [])
  return (
    <PlainLayout>
      <h1>{title}</h1>
      <p>{text}</p>
      <Link to="/etrade-details" className={buttonClass()}>
        Etrade Details
      </Link>
    </PlainLayout>
  )
}
