import { Tooltip } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';

/** Opens after 700 ms, the next one within 300 ms at once. */
export const Tips = ({ children }: { children: ReactNode }) => (
  <Tooltip.Provider delayDuration={700} skipDelayDuration={300}>
    {children}
  </Tooltip.Provider>
);

/** What a button without words does, for those who point at it. */
export function Tip({ text, children }: { text: string; children: ReactElement }) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Tooltip.Content className="tip" sideOffset={6}>
        {text}
      </Tooltip.Content>
    </Tooltip.Root>
  );
}
