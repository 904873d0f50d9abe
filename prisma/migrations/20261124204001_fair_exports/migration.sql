-- The account whose files have waited longest is served first.
ALTER TABLE dashboard.export_job ADD COLUMN claimed_at timestamptz(3);
