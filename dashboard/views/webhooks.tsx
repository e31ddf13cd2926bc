import { useState } from 'preact/hooks';
import { useAddress } from '../address.ts';
import { CopyButton, Loading, ProblemNote } from '../parts/common.tsx';
import { useQuery } from '../use-query.ts';
import { home } from '../webhooks/endpoint.ts';
import { Endpoints } from '../webhooks/endpoints.tsx';
import { OneEndpoint } from '../webhooks/one-endpoint.tsx';

/** The webhook endpoints of the account, or one of them with its deliveries. */
export function WebhooksView() {
  const shown = useAddress().searchParams.get('endpoint');
  const { data, problem, reload } = useQuery('webhookEndpoints', {});
  const lists = useQuery('watchListNames', {}).data?.watchLists ?? [];
  const [fresh, setFresh] = useState<{ url: string; secret: string }>();
  if (!data) return problem ? <ProblemNote problem={problem} retry={reload} /> : <Loading />;
  const { webhookEndpoints: endpoints } = data;
  const endpoint = endpoints.find(({ id }) => id === shown);
  const onSecret = (url: string, secret: string) => {
    setFresh({ url, secret });
    reload();
  };
  const onDeleted = () => {
    setFresh(undefined);
    reload();
  };
  return (
    <>
      {fresh && (
        <div class="note good" role="status">
          <p>
            <strong>This is the secret of {fresh.url}.</strong> Copy it now: it is shown only once.
          </p>
          <p class="secret">
            <code>{fresh.secret}</code> <CopyButton text={fresh.secret} label="Copy secret" />
          </p>
        </div>
      )}
      {endpoint && (
        <OneEndpoint
          key={endpoint.id}
          endpoint={endpoint}
          lists={lists}
          onSecret={onSecret}
          onChanged={reload}
          onDeleted={onDeleted}
        />
      )}
      {shown && !endpoint && (
        <p>
          There is no such endpoint. <a href={home}>All endpoints</a>
        </p>
      )}
      {!shown && (
        <Endpoints endpoints={endpoints} most={data.account.plan.maxWebhookEndpoints} lists={lists} onSecret={onSecret} />
      )}
    </>
  );
}
