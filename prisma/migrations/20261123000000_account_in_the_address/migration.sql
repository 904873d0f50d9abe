-- The address names the account: what a member looked at last only decides where a bare address leads.
ALTER TABLE dashboard.membership RENAME COLUMN current_connection_id TO last_connection_id;
ALTER TABLE dashboard.membership RENAME CONSTRAINT membership_current_connection_id_fkey TO membership_last_connection_id_fkey;

ALTER TABLE dashboard.connection ADD COLUMN slug text;
WITH named AS (
  SELECT id, created_at, coalesce(
    CASE WHEN length(account ->> 'slug') <= 40 THEN substring(account ->> 'slug' FROM '^[a-z0-9]+(?:-[a-z0-9]+)*$') END,
    nullif(trim(BOTH '-' FROM regexp_replace(lower(left(account ->> 'name', 40)), '[^a-z0-9]+', '-', 'g')), ''),
    'account') AS base
  FROM dashboard.connection
), counted AS (
  SELECT id, base, row_number() OVER (PARTITION BY base ORDER BY created_at, id) AS n FROM named
)
UPDATE dashboard.connection c SET slug = CASE
    WHEN n = 1 AND base NOT IN ('404', '500', 'api', 'audit', 'balance', 'charges', 'connect', 'customers', 'design', 'developers', 'docs',
      'join', 'links', 'live', 'mirror', 'overview', 'pay', 'payments', 'payouts', 'receipt', 'search', 'settings',
      'sign-in', 'sign-up', 'test-bank', 'views') THEN base
    ELSE base || '-' || right(c.id, 7) END
  FROM counted WHERE counted.id = c.id;
ALTER TABLE dashboard.connection ALTER COLUMN slug SET NOT NULL;
CREATE UNIQUE INDEX connection_slug_key ON dashboard.connection (slug);

-- A slug is never another account's: a page that is still open under it must not act there.
CREATE TABLE dashboard.retired_slug (
  slug text PRIMARY KEY,
  team_id text NOT NULL,
  base_url text NOT NULL,
  account_id text NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON dashboard.retired_slug TO checkout_dashboard_system;
ALTER TABLE dashboard.retired_slug ENABLE ROW LEVEL SECURITY;
CREATE POLICY everybody ON dashboard.retired_slug TO checkout_dashboard_system USING (true);
