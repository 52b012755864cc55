import './claims.css'

export { ClaimBar } from './ClaimBar.tsx'
export { WorkBar } from './WorkBar.tsx'
