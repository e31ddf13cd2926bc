import { useEffect, useRef } from 'preact/hooks';

interface TextFieldProps {
  label: string;
  name: string;
  value: string | undefined;
  maxLength?: number;
  form?: string;
  type?: 'date';
  pattern?: string;
  placeholder?: string;
  title?: string;
}

/** A field that takes its value from the address. Typing changes it until the address changes. */
export function TextField({ label, value = '', ...rest }: TextFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (field.current) field.current.value = value;
  }, [value]);
  return (
    <label>
      {label}
      <input ref={field} {...rest} />
    </label>
  );
}
