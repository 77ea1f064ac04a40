import { type FormEvent, useId, useState } from 'react';
import { momentsOf, wallClock } from '#contract/time-zone.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { lastMinute } from '../parts/date-field.tsx';
import { browserTimeZone, inZone, timeZones } from '../parts/times.ts';
import type { Writing } from './writing.ts';

const zones = timeZones();

export function ScheduleDialog({ writing, onClose }: { writing: Writing; onClose(): void }) {
  const { state } = writing;
  const [zone, setZone] = useState(state?.timeZone ?? browserTimeZone);
  const [local, setLocal] = useState(() =>
    wallClock(state?.scheduledFor ? new Date(state.scheduledFor) : nextMorning(), zone),
  );
  /** A local time occurs twice when the clocks go back. True if the user means the second occurrence. */
  const [isSecond, setSecond] = useState(false);
  const [isTried, setTried] = useState(false);
  const id = useId();
  const moments = momentsOf(local, zone);
  const moment = moments[isSecond ? 1 : 0] ?? moments[0];
  const problem = problemOf(local, zone, moment);

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (problem || !moment) return;
    onClose();
    writing.publish({ scheduledFor: moment.toISOString(), timeZone: zone });
  }

  return (
    <Dialog title="Publish later" onClose={onClose} size="small">
      <form className="stack" onSubmit={submit} noValidate>
        <div className={isTried && problem ? 'field err' : 'field'}>
          <label htmlFor={`${id}-time`}>Date and time</label>
          <input
            id={`${id}-time`}
            className="input"
            type="datetime-local"
            value={local}
            max={lastMinute}
            aria-describedby={`${id}-note`}
            aria-invalid={(isTried && problem !== undefined) || undefined}
            onChange={(event) => setLocal(event.target.value)}
          />
        </div>
        <div className="field">
          <label htmlFor={`${id}-zone`}>Time zone</label>
          <select
            id={`${id}-zone`}
            className="input"
            value={zone}
            onChange={(event) => setZone(event.target.value)}
          >
            {zones.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </div>
        {moments.length === 2 && (
          <fieldset className="fieldset field">
            <legend className="lab">The clocks go back: this time comes twice</legend>
            <div className="checks">
              {['The first time', 'The second time'].map((text, at) => (
                <label className="check" key={text}>
                  <input
                    type="radio"
                    name={`${id}-fold`}
                    checked={isSecond === (at === 1)}
                    onChange={() => setSecond(at === 1)}
                  />
                  <span>{text}</span>
                </label>
              ))}
            </div>
          </fieldset>
        )}
        <p className="help" id={`${id}-note`} role="status">
          {problem ?? (moment && `That is ${inZone(moment.toISOString(), otherZone(zone))}.`)}
        </p>
        <div className="acts">
          {state?.state === 'scheduled' && (
            <Button
              onClick={() => {
                onClose();
                writing.unschedule();
              }}
            >
              End schedule
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            Schedule
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Returns the second time zone in which the chosen time is shown, so that the user notices a wrong time zone. */
const otherZone = (zone: string) => (zone === 'UTC' ? browserTimeZone : 'UTC');

function problemOf(local: string, zone: string, moment: Date | undefined): string | undefined {
  if (!local) return 'Choose a date and a time.';
  if (!moment) return `The clocks in ${zone} go forward and skip this time. Choose another one.`;
  return moment.getTime() > Date.now() ? undefined : 'Choose a time that is still to come.';
}

/** Returns 9:00 tomorrow in the local time zone. */
function nextMorning(): Date {
  const date = new Date();
  date.setDate(date.getDate() + 1);
  date.setHours(9, 0, 0, 0);
  return date;
}
