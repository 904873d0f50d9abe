-- Time of the report that contains a payment's settlement, by the host's clock: an older one does not take it away.
ALTER TABLE dashboard.mirror_payment ADD COLUMN settled_at timestamptz(3);
UPDATE dashboard.mirror_payment SET settled_at = COALESCE(confirmed_at, seen_at) WHERE settlement_id IS NOT NULL;
