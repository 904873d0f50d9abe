-- Time of the report that contains a payment's settlement, by the host's clock: an older one does not take it away. Null for
-- settlements from before: filling it in would rewrite the table while everybody waits.
ALTER TABLE dashboard.mirror_payment ADD COLUMN settled_at timestamptz(3);
