import { Component, type ReactNode } from 'react'

interface Props {
  /** Drawn in place of the failed content; `retry` draws the content again. */
  readonly fallback: (retry: () => void) => ReactNode
  readonly children: ReactNode
}

/** Contains an error of its content, so the rest of the page keeps working. A new `key` resets it. */
export class ErrorBoundary extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? this.props.fallback(() => this.setState({ failed: false })) : this.props.children
  }
}
