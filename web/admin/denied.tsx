import { ShieldX } from 'lucide-react';
import { Link } from '../link.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { useSession } from './session.tsx';

export function Denied({ children }: { children: string }) {
  const { logout } = useSession();
  return (
    <div className="wrap state">
      <div role="alert">
        <ShieldX className="i denied-icon" aria-hidden="true" />
        <h1 className="d3">Access Denied</h1>
        <p className="muted">{children}</p>
        <div className="cluster">
          <Link className={buttonClass()} href="/admin">
            Back to the dashboard
          </Link>
          <Button onClick={logout}>Logout</Button>
        </div>
      </div>
    </div>
  );
}
