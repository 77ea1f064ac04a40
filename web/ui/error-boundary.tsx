import { Component, type ReactNode } from 'react';

interface BoundaryProps {
  fallback: (error: unknown, again: () => void) => ReactNode;
  children: ReactNode;
}

/** Shows `fallback` after a child threw while rendering. `again` renders the children once more. */
export class ErrorBoundary extends Component<BoundaryProps, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    if (this.state.error === undefined) return this.props.children;
    return this.props.fallback(this.state.error, () => this.setState({ error: undefined }));
  }
}
