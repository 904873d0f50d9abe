-- compatible: yes
-- Refunds in payments of the API, in the dashboard's mirror, and in mails to payers.

-- True from the first refund on, so that a payment without any reads none.
ALTER TABLE service.payment ADD COLUMN has_refunds boolean NOT NULL DEFAULT false;

-- Sum of the refunds that are pending or succeeded, the instants of those that succeeded by their ids with the newest of them, and
-- the newest dispute.
ALTER TABLE dashboard.mirror_payment ADD COLUMN refunded_minor bigint NOT NULL DEFAULT 0;
ALTER TABLE dashboard.mirror_payment ADD COLUMN refund_times jsonb;
ALTER TABLE dashboard.mirror_payment ADD COLUMN refunded_at timestamptz(3);
ALTER TABLE dashboard.mirror_payment ADD COLUMN dispute_status text;
ALTER TABLE dashboard.mirror_payment ADD COLUMN dispute_due_at timestamptz(3);

-- `object_id` of kind `refund` is the refund.
ALTER TABLE dashboard.mail DROP CONSTRAINT mail_kind;
ALTER TABLE dashboard.mail ADD CONSTRAINT mail_kind CHECK (kind IN ('receipt', 'settlement_paid', 'security', 'refund')) NOT VALID;

-- step: transaction
ALTER TABLE dashboard.mail VALIDATE CONSTRAINT mail_kind;

-- step: batches
UPDATE service.payment p SET has_refunds = true FROM (
  SELECT DISTINCT q.account_id, q.id FROM service.payment q
    JOIN service.refund r ON r.account_id = q.account_id AND r.payment_id = q.id
  WHERE NOT q.has_refunds LIMIT 1000
) refunded WHERE p.account_id = refunded.account_id AND p.id = refunded.id;

-- step: concurrent
CREATE INDEX CONCURRENTLY mirror_payment_refunded ON dashboard.mirror_payment (connection_id, created_at DESC, id DESC) WHERE refunded_minor > 0;
CREATE INDEX CONCURRENTLY mirror_payment_refunded_at ON dashboard.mirror_payment (refunded_at) WHERE refunded_at IS NOT NULL;

-- The endpoints by which this deployment's dashboard listens to its own accounts name the kinds of the extension as well.
-- step: batches
UPDATE service.webhook_endpoint e SET kinds = ARRAY['payment.succeeded', 'payment.failed', 'payment_link.completed', 'customer.created',
    'customer.card_saved', 'settlement.created', 'settlement.paid', 'payment.refunded', 'payment.refund_failed', 'payment.disputed',
    'payment.dispute_closed']
FROM (
  SELECT w.account_id, w.id FROM service.webhook_endpoint w
    JOIN dashboard.connection c ON c.id = substring(w.url FROM '/api/webhooks/([^/?#]+)$')
  WHERE w.kinds IS NULL AND w.status <> 'DELETED' LIMIT 1000
) own WHERE e.account_id = own.account_id AND e.id = own.id;
