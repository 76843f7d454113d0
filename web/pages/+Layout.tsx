import '../styles/main.css';
import type { ReactNode } from 'react';
import { Footer } from '../features/site/Footer.tsx';
import { Masthead } from '../features/site/Masthead.tsx';
import { PersistentDialog } from '../ui/dialog/PersistentDialog.tsx';
import { ToastHost } from '../ui/toast/ToastHost.tsx';

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <>
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <Masthead />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <Footer />
      <PersistentDialog />
      <ToastHost />
    </>
  );
}
