-- Statements add up whole histories: one index has every number that they need, so that no row is read for it.
CREATE INDEX mirror_settlement_books ON dashboard.mirror_settlement
  (connection_id, created_at, id, status, currency, gross_minor, fee_minor, net_minor, payment_count, period_start, paid_at, missing_at);
CREATE INDEX mirror_settlement_left ON dashboard.mirror_settlement (connection_id, paid_at, created_at);

-- Another host's reference may be of any length; the snapshot keeps the whole.
UPDATE dashboard.mirror_settlement SET reference = left(reference, 200) WHERE length(reference) > 200;
-- Searches by a transfer's reference and by an exact net amount.
CREATE INDEX mirror_settlement_reference ON dashboard.mirror_settlement (connection_id, reference);
CREATE INDEX mirror_settlement_net ON dashboard.mirror_settlement (connection_id, net_minor);
