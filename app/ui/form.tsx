// A form whose answer stays on this page: the browser sends nothing.
import type { ComponentProps } from 'react';

interface Props extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  onSubmit: () => unknown;
}

export function Form({ onSubmit, ...rest }: Props) {
  return (
    <form
      {...rest}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    />
  );
}
