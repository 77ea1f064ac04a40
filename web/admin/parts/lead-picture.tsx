import { ImagePlus } from 'lucide-react';
import { type DragEvent, use, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Choices, TextField } from '../../ui/field.tsx';
import { FormContext } from '../../ui/form.tsx';
import type { Values } from '../../ui/form-values.ts';
import { filesOf, pictureTypes, useUpload } from './upload.ts';
import { UploadProgress } from './upload-progress.tsx';

/** The form fields of a lead picture, with their labels. */
export const leadLabels = {
  leadPicture: 'Lead picture',
  leadAlt: 'Description of the picture',
  leadDecorative: 'The picture is decorative',
};

interface Led {
  leadPicture: { path: string; alt?: string | undefined } | null;
}

export const leadValues = ({ leadPicture }: Led): Values => ({
  leadPicture: leadPicture?.path ?? '',
  leadAlt: leadPicture?.alt ?? '',
  leadDecorative: leadPicture?.alt === '' ? ['yes'] : [],
});

/**
 * Converts the form fields to the `leadPicture` of the request body. `alt` is empty for a decorative picture. `alt` is
 * undefined if there is no description, which the server accepts only in drafts of posts.
 */
export function leadDraft(values: Values) {
  const path = String(values.leadPicture ?? '');
  if (!path) return { leadPicture: null };
  const isDecorative = (values.leadDecorative ?? []).includes('yes');
  const words = String(values.leadAlt ?? '').trim();
  return { leadPicture: { path, alt: isDecorative ? '' : words || undefined } };
}

interface LeadUpload {
  sending?: { name: string; part?: number; cancel(): void };
  failed?: File;
  error?: string;
}

/** The field for the picture at the top of a post or app. The user can choose, drop, paste and remove it. */
export function LeadPictureField() {
  const form = use(FormContext);
  const { values, initial, onInput } = form;
  const upload = useUpload();
  const hidden = useRef<HTMLInputElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [state, setState] = useState<LeadUpload>({});
  const path = String(values.leadPicture ?? initial.leadPicture ?? '');
  const refused = form.errors.leadPicture;
  const error = state.error ?? (path ? undefined : refused);
  // Shows an error of `leadPicture`, such as a missing description, at the field of the description.
  const descriptionForm = {
    ...form,
    errors: refused === undefined ? {} : { leadAlt: refused },
    recheck: () => form.recheck('leadPicture'),
  };

  function set(next: string) {
    if (!hidden.current) return;
    hidden.current.value = next;
    onInput();
    form.recheck('leadPicture');
    button.current?.focus();
  }

  async function take([file]: File[]) {
    if (!file || state.sending) return;
    const { name } = file;
    const stop = new AbortController();
    const cancel = () => {
      stop.abort();
      setState({});
      button.current?.focus();
    };
    const onProgress = (part: number) => setState({ sending: { name, part, cancel } });
    setState({ sending: { name, cancel } });
    try {
      set((await upload(file, { onProgress, signal: stop.signal })).path);
      setState({});
    } catch (failure) {
      if (!stop.signal.aborted) setState({ failed: file, error: (failure as Error).message });
    }
  }

  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    take(filesOf(event.dataTransfer));
  };

  return (
    <fieldset
      className={error === undefined ? 'fieldset field' : 'fieldset field err'}
      onDragOver={(event) => event.preventDefault()}
      onDrop={onDrop}
      onPaste={(event) => {
        const files = filesOf(event.clipboardData);
        if (files.length > 0) event.preventDefault();
        take(files);
      }}
    >
      <legend className="lab">
        {leadLabels.leadPicture}
        <span className="opt">Optional</span>
      </legend>
      {/* Uses `hidden`, because React resets the value of an input with type="hidden" on every render. */}
      <input hidden name="leadPicture" ref={hidden} defaultValue={initial.leadPicture} />
      <input
        ref={chooser}
        hidden
        type="file"
        accept={pictureTypes}
        onChange={({ target }) => {
          take([...(target.files ?? [])]);
          target.value = '';
        }}
      />
      <div className="lead-drop">
        {path && <img className="lead-shown" src={path} alt="The chosen one" />}
        <div className="lead-acts">
          <Button
            small
            ref={button}
            id="leadPicture"
            busy={state.sending && 'Uploading…'}
            aria-describedby={error ? 'leadPicture-error' : undefined}
            onClick={() => chooser.current?.click()}
          >
            <ImagePlus className="i" aria-hidden="true" />
            {path ? 'Replace picture' : 'Choose picture'}
          </Button>
          {path && (
            <Button small variant="ghost" onClick={() => set('')}>
              Remove picture
            </Button>
          )}
          {!path && (
            <span className="help">Or drop or paste it here. Without one a drawing is shown.</span>
          )}
        </div>
      </div>
      {state.sending && (
        <UploadProgress
          name={state.sending.name}
          part={state.sending.part}
          onCancel={state.sending.cancel}
        />
      )}
      <p className="sr" role="status">
        {state.sending ? 'Uploading and preparing the picture.' : ''}
      </p>
      {error && (
        <p className="error" role="alert" id="leadPicture-error">
          {error}{' '}
          {state.failed && (
            <button type="button" className="link" onClick={() => take([state.failed as File])}>
              Try again
            </button>
          )}
        </p>
      )}
      {path && (
        <FormContext value={descriptionForm}>
          <TextField
            name="leadAlt"
            label={leadLabels.leadAlt}
            help="For people who cannot see it."
          />
          <Choices
            name="leadDecorative"
            type="checkbox"
            label="Or say that it is decorative"
            options={[{ value: 'yes', label: 'It only decorates: nothing to describe' }]}
          />
        </FormContext>
      )}
    </fieldset>
  );
}
