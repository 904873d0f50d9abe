-- Charges that were prepared in the place of a closed case and never sent: each page counts them.
CREATE INDEX charge_prepared ON dashboard.charge (connection_id, created_at) WHERE state = 'DRAFT' AND replaces IS NOT NULL;
