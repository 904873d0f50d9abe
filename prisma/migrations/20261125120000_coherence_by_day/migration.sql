-- The hourly comparison sees what is recent alone: it must not stand for the last one of everything.
ALTER TABLE health.coherence
  ADD COLUMN recent_checked_at timestamptz(3),
  ADD COLUMN recent_breaks integer NOT NULL DEFAULT 0;
