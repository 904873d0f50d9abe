-- The first 404 of the host for a quarantined object: only a second, later one ends its quarantine.
ALTER TABLE dashboard.quarantined_object ADD COLUMN missing_at timestamptz(3);
