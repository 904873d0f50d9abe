-- compatible: yes
-- Disputes in the dashboard: their inbox, and mails about them.

ALTER TABLE dashboard.mail DROP CONSTRAINT mail_kind;
ALTER TABLE dashboard.mail ADD CONSTRAINT mail_kind
  CHECK (kind IN ('receipt', 'settlement_paid', 'security', 'refund', 'dispute_opened', 'dispute_due')) NOT VALID;

-- step: transaction
ALTER TABLE dashboard.mail VALIDATE CONSTRAINT mail_kind;

-- step: concurrent
CREATE INDEX CONCURRENTLY mirror_payment_dispute ON dashboard.mirror_payment (connection_id, dispute_status, dispute_due_at, id) WHERE dispute_status IS NOT NULL;
