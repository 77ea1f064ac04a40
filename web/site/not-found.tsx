import { Link } from '../link.tsx';
import { buttonClass } from '../ui/button.tsx';
import { BackTo, Missing } from './missing.tsx';

export default function NotFound() {
  return (
    <Missing
      title="404 Page Not Found"
      text="No route entry leads to this address. It may be mistyped, or somebody forgot to add the page to the router."
    >
      <BackTo href="/">Back to Home</BackTo>
      <Link className={buttonClass()} href="/blog">
        Read the blog
      </Link>
    </Missing>
  );
}
