-- What the payments page filters and searches by, read out of the host's own object by the database: whoever writes
-- a row cannot forget it. Texts, because only their equality may use an index beneath row-level security.
ALTER TABLE dashboard.mirror_payment
  ADD COLUMN card_brand text GENERATED ALWAYS AS (snapshot #>> '{card,brand}') STORED,
  ADD COLUMN card_last4 text GENERATED ALWAYS AS (snapshot #>> '{card,last4}') STORED,
  ADD COLUMN authorization_code text GENERATED ALWAYS AS (snapshot ->> 'authorization_code') STORED;
CREATE INDEX mirror_payment_card ON dashboard.mirror_payment (connection_id, card_last4, created_at DESC, id DESC);
CREATE INDEX mirror_payment_brand ON dashboard.mirror_payment (connection_id, card_brand, created_at DESC, id DESC);
CREATE INDEX mirror_payment_code ON dashboard.mirror_payment (connection_id, authorization_code);
CREATE INDEX mirror_payment_amount ON dashboard.mirror_payment (connection_id, amount_minor, created_at DESC, id DESC);
-- The home page's days and their sums come from this index alone.
CREATE INDEX mirror_payment_days ON dashboard.mirror_payment (connection_id, created_at, status, currency, amount_minor);
