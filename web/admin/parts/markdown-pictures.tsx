import { CircleAlert, ImagePlus } from 'lucide-react';
import { use, useCallback, useEffect, useId, useRef, useState } from 'react';
import { decorative } from '#contract/picture-path.ts';
import { limits } from '#contract/vocabulary.ts';
import { Button } from '../../ui/button.tsx';
import { FormContext } from '../../ui/form.tsx';
import { randomKey } from '../../ui/random-key.ts';
import { showToast } from '../../ui/toasts.ts';
import { asBlock, escapeWords, placeholder, standInsOf, undescribedOf } from './markdown-text.ts';
import { replaceText } from './text-edit.ts';
import { filesOf, pictureTypes, useUpload } from './upload.ts';
import { UploadProgress } from './upload-progress.tsx';

interface Upload {
  file: File;
  /** The fraction of the file that is sent, from 0 to 1. Undefined while the upload waits for an earlier one. */
  part?: number;
  cancel?(): void;
  error?: string;
}

/**
 * Adds pictures to the Markdown field of this name: the user can drop, paste or choose them. A placeholder in the text
 * (`placeholder`) marks the position until the picture is uploaded. Must be rendered in the form of the field.
 */
export function MarkdownPictures({ field }: { field: string }) {
  const { values, errors, recheck } = use(FormContext);
  const upload = useUpload();
  const [uploads, setUploads] = useState<Record<string, Upload>>({});
  const chooser = useRef<HTMLInputElement>(null);
  const text = String(values[field] ?? '');
  const textarea = useCallback(
    () => document.getElementById(field) as HTMLTextAreaElement | null,
    [field],
  );

  /** Replaces the placeholder with `written`. Leaves the text as it is if the user has deleted the placeholder. */
  const fill = useCallback(
    (id: string, written: string) => {
      const box = textarea();
      const found = standInsOf(box?.value ?? '').find((each) => each.id === id);
      if (box && found) replaceText(box, found.start, found.end, written);
      setUploads(({ [id]: _, ...others }) => others);
    },
    [textarea],
  );

  const send = useCallback(
    async (id: string, file: File) => {
      const stop = new AbortController();
      const cancel = () => {
        stop.abort();
        fill(id, '');
        textarea()?.focus();
      };
      const onProgress = (part: number) =>
        setUploads((all) => (all[id] ? { ...all, [id]: { file, part, cancel } } : all));
      setUploads((all) => ({ ...all, [id]: { file, cancel } }));
      try {
        const { path } = await upload(file, { onProgress, signal: stop.signal });
        fill(id, `![](${path})`);
      } catch (error) {
        if (stop.signal.aborted) return;
        const { message } = error as Error;
        setUploads((all) => ({ ...all, [id]: { file, error: message } }));
      }
    },
    [upload, fill, textarea],
  );

  const add = useCallback(
    (files: File[]) => {
      const box = textarea();
      if (!box) return;
      box.focus();
      for (const file of files) {
        const id = randomKey().slice(0, 8);
        const at = box.selectionEnd;
        const block = asBlock(box.value, at, placeholder(id, file.name));
        replaceText(box, at, at, block);
        box.setSelectionRange(at + block.length, at + block.length);
        send(id, file);
      }
    },
    [textarea, send],
  );

  useFilesInto(textarea, add);
  const sending = Object.entries(uploads).filter(([, { error }]) => error === undefined);
  const isSending = sending.length > 0;
  useNoSubmit(textarea, isSending);

  const failed = standInsOf(text).filter(({ id }) => !uploads[id] || uploads[id].error);
  return (
    <div className="pictures">
      <p className="pictures-add">
        <Button small onClick={() => chooser.current?.click()}>
          <ImagePlus className="i" aria-hidden="true" />
          Add picture
        </Button>
        <span className="help">Or drop or paste it into the text.</span>
      </p>
      <input
        ref={chooser}
        hidden
        type="file"
        accept={pictureTypes}
        multiple
        onChange={({ target }) => {
          add([...(target.files ?? [])]);
          target.value = '';
        }}
      />
      <p className="sr" role="status">
        {isSending ? 'Uploading and preparing.' : ''}
      </p>
      {sending.map(([id, { file, part, cancel = () => {} }]) => (
        <UploadProgress key={id} name={file.name} part={part} onCancel={cancel} />
      ))}
      {failed.map(({ id, name }) => (
        <div key={id} className="alert picture-failed" role="alert">
          <CircleAlert className="i" aria-hidden="true" />
          <div>
            <b dir="auto">{name} was not uploaded.</b>
            <p>{uploads[id]?.error ?? 'The page was closed before it was done.'}</p>
            <p className="row">
              {uploads[id] && (
                <Button small onClick={() => send(id, uploads[id]?.file as File)}>
                  Try again
                </Button>
              )}
              <Button small onClick={() => fill(id, '')}>
                Remove
              </Button>
            </p>
          </div>
        </div>
      ))}
      {undescribedOf(text).map(({ path, start }, at) => (
        <Describe
          // biome-ignore lint/suspicious/noArrayIndexKey: the text may contain the same picture twice
          key={`${path} ${at}`}
          path={path}
          isMissing={errors.pictures !== undefined}
          onDescribe={(words) => {
            const box = textarea();
            if (box) replaceText(box, start, start, escapeWords(words));
            recheck('pictures');
          }}
        />
      ))}
    </div>
  );
}

interface DescribeProps {
  path: string;
  /** True after an attempt to publish the post without all descriptions. */
  isMissing: boolean;
  onDescribe(words: string): void;
}

/** Asks for the description of a picture, or whether the picture is decorative. */
function Describe({ path, isMissing, onDescribe }: DescribeProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const take = (words = input.current?.value ?? '') => {
    if (words.trim()) onDescribe(words);
  };
  /** Takes the description, which removes this question. Moves the focus to the next question, or to the text. */
  const takeAndLeave = (words?: string) => {
    const form = input.current?.form;
    const find = (selector: string) => form?.querySelector<HTMLElement>(selector);
    take(words);
    requestAnimationFrame(() =>
      (find('.picture-describe input') ?? find('.markdown textarea'))?.focus(),
    );
  };
  return (
    <div className="picture-describe">
      <img src={path} alt="" width={64} height={64} />
      <div>
        <label htmlFor={id}>
          <b>Describe this picture</b> for people who cannot see it, or say that it only decorates.
        </label>
        <div className="picture-words">
          <input
            id={id}
            ref={input}
            className="input"
            dir="auto"
            maxLength={limits.line}
            aria-invalid={isMissing || undefined}
            aria-describedby={isMissing ? `${id}-error` : undefined}
            onBlur={() => take()}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              takeAndLeave();
            }}
          />
          <Button small onClick={() => takeAndLeave(decorative)}>
            It only decorates
          </Button>
        </div>
        {isMissing && (
          <p className="error" id={`${id}-error`}>
            <CircleAlert className="i" aria-hidden="true" />
            Not published yet: this picture has no description.
          </p>
        )}
      </div>
    </div>
  );
}

/** Calls `add` with files that are dropped on the textarea or pasted into it. Leaves text to the browser. */
function useFilesInto(
  textarea: () => HTMLTextAreaElement | null,
  add: (files: File[]) => void,
): void {
  useEffect(() => {
    const box = textarea();
    if (!box) return;
    const listening = new AbortController();
    const { signal } = listening;
    const take = (event: ClipboardEvent | DragEvent, data: DataTransfer | null) => {
      const files = filesOf(data);
      if (files.length === 0) return;
      event.preventDefault();
      add(files);
    };
    // Without `preventDefault` there would be no `drop` event, and the browser would open the file.
    const admit = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    box.addEventListener('dragover', admit, { signal });
    box.addEventListener('paste', (event) => take(event, event.clipboardData), { signal });
    box.addEventListener('drop', (event) => take(event, event.dataTransfer), { signal });
    return () => listening.abort();
  }, [textarea, add]);
}

/** Blocks Save and Publish, but not autosaves, during an upload, because the text still has the placeholder. */
function useNoSubmit(textarea: () => HTMLTextAreaElement | null, isSending: boolean): void {
  useEffect(() => {
    const form = textarea()?.form;
    if (!form || !isSending) return;
    const block = (event: Event) => {
      event.preventDefault();
      event.stopPropagation();
      showToast({
        title: 'Not saved yet',
        text: 'A picture is still being uploaded. Save again when it is done.',
        tone: 'destructive',
      });
    };
    form.addEventListener('submit', block);
    return () => form.removeEventListener('submit', block);
  }, [textarea, isSending]);
}
