-- While somebody has a page open, the worker looks every few seconds for what no event tells.
-- `watched_at`: when a page last said that it is open. `look_due_at`: not before this instant is the next look.
ALTER TABLE dashboard.connection ADD COLUMN watched_at timestamptz(3), ADD COLUMN look_due_at timestamptz(3);
CREATE INDEX connection_watched ON dashboard.connection (watched_at) WHERE watched_at IS NOT NULL;
