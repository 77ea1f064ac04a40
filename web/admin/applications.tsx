import { type Application, ApplicationReview } from '#contract/application.ts';
import { formWords } from '#contract/site/forms.ts';
import { applicationRoles, applicationStatuses, circles } from '#contract/vocabulary.ts';
import { Day } from '../day.tsx';
import { Tags } from '../ui/tags.tsx';
import { Ago } from './parts/ago.tsx';
import { useInbox } from './parts/inbox.ts';
import { InboxEntry, InboxList, StatusTiles } from './parts/inbox-list.tsx';
import { PageHead } from './parts/page-head.tsx';
import { QuarantineList } from './parts/quarantine-list.tsx';
import { InboxDialogs, Part } from './parts/review.tsx';
import { TrashList } from './parts/trash-list.tsx';

const ownFilters = [
  { name: 'role', label: 'Filter by role', all: 'Any role', values: applicationRoles },
  { name: 'circle', label: 'Filter by circle', all: 'Any circle', values: circles },
];

export default function Applications() {
  const inbox = useInbox<Application>({
    path: '/api/admin/applications',
    kind: 'application',
    statuses: applicationStatuses,
    reviewSchema: ApplicationReview,
    ownFilters,
    nameOf: ({ fullName }) => fullName,
  });
  return (
    <>
      <PageHead title="Applications" about="People who would like to build with us." />
      <StatusTiles inbox={inbox} statuses={['pending', 'reviewed', 'accepted']} />
      <QuarantineList inbox={inbox} meta={sheetMetaOf}>
        {textOf}
      </QuarantineList>
      <InboxList
        inbox={inbox}
        countLabel={(number) => `${number} ${number === '1' ? 'application' : 'applications'}`}
        searchLabel="Search name, email or role"
        empty="No applications found"
      >
        {(application) => (
          <InboxEntry
            key={application.id}
            inbox={inbox}
            item={application}
            viewLabel="View"
            meta={
              <>
                <b dir="auto">{application.role}</b>
                <span dir="auto">{application.email}</span>
                <span>
                  Applied <Ago date={application.createdAt} />
                </span>
                {application.availability && <span dir="auto">{application.availability}</span>}
              </>
            }
          >
            <Tags tags={application.skills} limit={5} label="Skills" />
          </InboxEntry>
        )}
      </InboxList>
      <TrashList inbox={inbox} meta={sheetMetaOf}>
        {textOf}
      </TrashList>
      <InboxDialogs inbox={inbox} meta={sheetMetaOf}>
        {textOf}
      </InboxDialogs>
    </>
  );
}

const sheetMetaOf = ({ role, createdAt }: Application) => (
  <>
    <b dir="auto">{role}</b>
    <span>
      Applied <Ago date={createdAt} />
    </span>
  </>
);

const textOf = (application: Application) => (
  <>
    <h3 className="h-sub">Personal information</h3>
    <div className="sheet-two">
      <Part term="Name">{application.fullName}</Part>
      <Part term="Email">
        {application.email && (
          <a className="link" href={`mailto:${application.email}`}>
            {application.email}
          </a>
        )}
      </Part>
      <Part term="Role">{application.role}</Part>
      <Part term="Experience">{application.experience || 'N/A'}</Part>
      <Part term="Availability">{application.availability || 'N/A'}</Part>
      <Part term="Applied">
        <Day date={application.createdAt} />
      </Part>
    </div>
    <h3 className="h-sub">As submitted</h3>
    <div className="sheet-two">
      <Part term={`${formWords.chat} handle`}>{application.mattermostHandle}</Part>
      <Part term="Circles">
        {application.circles.map((circle) => `${circle} Circle`).join(', ') || 'None'}
      </Part>
      <Part term="Meets the minimum availability">{application.meetsRequirements}</Part>
      <Part term="Currently in a circle">{application.currentlyInCircle}</Part>
    </div>
    {(application.linkedin || application.github || application.portfolio) && (
      <h3 className="h-sub">Professional links</h3>
    )}
    <div className="sheet-two">
      <WebLink name="LinkedIn" url={application.linkedin} />
      <WebLink name="GitHub" url={application.github} />
      <WebLink name="Portfolio" url={application.portfolio} />
    </div>
    <Part term="Skills">
      {application.skills.length > 0 ? <Tags tags={application.skills} label="Skills" /> : 'N/A'}
    </Part>
    <Part term="Motivation">{application.motivation || 'N/A'}</Part>
  </>
);

function WebLink({ name, url }: { name: string; url: string | null }) {
  if (!url) return null;
  return (
    <Part term={name}>
      <a className="link" href={url} target="_blank" rel="noopener noreferrer">
        {url}
      </a>
    </Part>
  );
}
