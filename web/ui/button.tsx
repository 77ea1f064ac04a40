import type { ComponentProps, ReactNode } from 'react';

type Variant = 'primary' | 'secondary' | 'danger' | 'ghost';

interface Look {
  variant?: Variant;
  small?: boolean;
  icon?: boolean;
}

/** Returns the class names of a button. Links that look like buttons use it too. */
export const buttonClass = ({ variant = 'secondary', small, icon }: Look = {}, more = '') =>
  ['btn', variant !== 'secondary' && `btn-${variant}`, small && 'btn-sm', icon && 'btn-icon', more]
    .filter(Boolean)
    .join(' ');

interface ButtonProps extends Look, ComponentProps<'button'> {
  /** The label while the action runs. Clicks do nothing meanwhile. */
  busy?: ReactNode | false;
}

export function Button({
  variant = 'secondary',
  small = false,
  icon = false,
  busy = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ variant, small, icon }, className)}
      aria-busy={busy ? true : undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy ? (
        <>
          <span className="spin" aria-hidden="true" />
          {busy}
        </>
      ) : (
        children
      )}
    </button>
  );
}
