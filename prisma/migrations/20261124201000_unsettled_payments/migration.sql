-- Collected money without a settlement, newest first: what the available balance consists of.
CREATE INDEX mirror_payment_unsettled ON dashboard.mirror_payment (connection_id, created_at DESC, id DESC)
  WHERE settlement_id IS NULL AND status = 'APPROVED';
