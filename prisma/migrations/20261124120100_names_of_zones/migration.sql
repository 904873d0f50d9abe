-- A zone is one of the names that Postgres lists. AT TIME ZONE takes more: offsets (`+05:00`, which means the opposite to
-- everybody else) and abbreviations (`IST`, which is India's or Israel's).
CREATE OR REPLACE FUNCTION dashboard.known_zone(name text) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  -- Neither of both has this form, and the list takes Postgres 50 ms.
  IF name ~ '^[A-Za-z]+/[A-Za-z_/-]+$' THEN
    PERFORM now() AT TIME ZONE name;
    RETURN name;
  END IF;
  IF EXISTS (SELECT FROM pg_timezone_names AS listed WHERE lower(listed.name) = lower(known_zone.name)) THEN
    RETURN name;
  END IF;
  RETURN 'UTC';
EXCEPTION WHEN invalid_parameter_value THEN
  RETURN 'UTC';
END $$;

-- The trigger of a changed zone rebuilds the days.
UPDATE dashboard.connection SET account = account, day_zone = dashboard.known_zone(account ->> 'timezone')
  WHERE day_zone <> dashboard.known_zone(account ->> 'timezone');
