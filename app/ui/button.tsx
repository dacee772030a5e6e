// The button. Quiet buttons carry little weight; the primary one is what to press next.
import type { ButtonHTMLAttributes } from 'react';
import css from './button.module.css';

export type ButtonKind = 'primary' | 'plain' | 'quiet' | 'danger';

export function buttonClass(kind: ButtonKind = 'plain', isSmall = false): string {
  return [css.button, kind === 'plain' ? '' : css[kind], isSmall ? css.small : ''].filter(Boolean).join(' ');
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: ButtonKind;
  isSmall?: boolean;
}

export function Button({ kind, isSmall, type = 'button', className, ...rest }: ButtonProps) {
  return <button type={type} className={`${buttonClass(kind, isSmall)} ${className ?? ''}`} {...rest} />;
}
