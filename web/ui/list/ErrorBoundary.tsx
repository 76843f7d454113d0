import { Component, type ReactNode } from 'react';

type ErrorBoundaryProps = {
  fallback: (tryAgain: () => void) => ReactNode;
  onReset: () => void;
  children: ReactNode;
};

/** Keeps a failure where it happened. What Vike throws to change the page passes through. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  tryAgain = () => {
    this.props.onReset();
    this.setState({ failed: false });
  };

  override render() {
    return this.state.failed ? this.props.fallback(this.tryAgain) : this.props.children;
  }
}
