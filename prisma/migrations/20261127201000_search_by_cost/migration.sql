-- compatible: yes
-- Searches end by their cost. The planner's estimate of the rows that an index finds may be far off, so the rows themselves are counted:
-- `search_mirror` compares at most 20 times `newest` rows and `search_near` at most `candidates`, until the bytes compared with each
-- pattern exceed a budget. Only the index of grams, whose entries begin with a mark of their connection, finds the rows: the planner could
-- otherwise compute the grams of every row. Signatures and results are the same, so that old processes run on.
CREATE OR REPLACE FUNCTION dashboard.search_near(noun text, fragments text[], shortest integer, candidates integer, most integer) RETURNS text[]
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET max_parallel_workers_per_gather = 0
  SET enable_seqscan = off AS $$
DECLARE
  tenant constant text := current_setting('app.tenant', true);
  source constant text := CASE noun
    WHEN 'payments' THEN 'dashboard.mirror_payment'
    WHEN 'customers' THEN 'dashboard.mirror_customer'
    WHEN 'links' THEN 'dashboard.mirror_link'
  END;
  asked tsquery;
  others text[];
  estimate json;
  found text[];
  near text[] := '{}';
  patterns text[];
  -- Bytes of text that may still be compared, each with one pattern: a fifth of a second.
  budget bigint := 64 * 1024 * 1024;
  spent bigint;
BEGIN
  IF source IS NULL OR char_length(array_to_string(fragments, '')) > 100 THEN RETURN near; END IF;
  asked := dashboard.search_query(tenant, fragments);
  EXECUTE format('EXPLAIN (FORMAT JSON) SELECT FROM %s WHERE dashboard.search_grams(connection_id, search_text) @@ $1', source)
    INTO estimate USING asked;
  IF (estimate #>> '{0,Plan,Plan Rows}')::float8 > candidates THEN RETURN near; END IF;
  EXECUTE format('SELECT ARRAY(SELECT id FROM (
        SELECT connection_id, id, search_text FROM %s WHERE dashboard.search_grams(connection_id, search_text) @@ $2 LIMIT $4) AS row
      WHERE connection_id = $1 AND search_text LIKE ALL ($3) LIMIT 1)', source)
    INTO found USING tenant, asked,
      ARRAY(SELECT '%' || regexp_replace(fragment, '([\\%_])', '\\\1', 'g') || '%' FROM unnest(fragments) AS fragment), candidates;
  IF cardinality(found) > 0 THEN RETURN near; END IF;
  FOR place IN 1 .. cardinality(fragments) LOOP
    CONTINUE WHEN char_length(fragments[place]) NOT BETWEEN shortest AND 40 OR fragments[place] LIKE '%@%';
    others := fragments[: place - 1] || fragments[place + 1 :];
    asked := dashboard.near_query(tenant, fragments[place], others);
    CONTINUE WHEN asked IS NULL;
    EXECUTE format('EXPLAIN (FORMAT JSON) SELECT FROM %s WHERE dashboard.search_grams(connection_id, search_text) @@ $1', source)
      INTO estimate USING asked;
    CONTINUE WHEN (estimate #>> '{0,Plan,Plan Rows}')::float8 > candidates;
    patterns := dashboard.near_patterns(fragments[place]);
    EXECUTE format('WITH candidate AS MATERIALIZED (
        SELECT id, search_text, sum(octet_length(search_text)) OVER (ROWS UNBOUNDED PRECEDING) * $6 AS cost FROM (
          SELECT connection_id, id, search_text FROM %s WHERE dashboard.search_grams(connection_id, search_text) @@ $2 LIMIT $7) AS row
        WHERE connection_id = $1)
      SELECT ARRAY(SELECT id FROM candidate WHERE cost <= $8 AND search_text LIKE ALL ($3) AND search_text LIKE ANY ($4) LIMIT $5),
        (SELECT max(cost) FROM candidate)', source)
      INTO found, spent USING tenant, asked,
        ARRAY(SELECT '%' || regexp_replace(fragment, '([\\%_])', '\\\1', 'g') || '%' FROM unnest(others) AS fragment),
        patterns, most, cardinality(patterns), candidates, budget;
    near := near || found;
    budget := budget - COALESCE(spent, 0);
    EXIT WHEN budget <= 0;
  END LOOP;
  RETURN near[: most];
END
$$;

CREATE OR REPLACE FUNCTION dashboard.search_mirror(noun text, fragments text[], newest integer, common integer, most integer)
  RETURNS TABLE (ids text[], since timestamptz)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET max_parallel_workers_per_gather = 0
  SET enable_seqscan = off AS $$
DECLARE
  tenant constant text := current_setting('app.tenant', true);
  asked constant tsquery := dashboard.search_query(tenant, fragments);
  patterns constant text[] := ARRAY(
    SELECT '%' || regexp_replace(fragment, '([\\%_])', '\\\1', 'g') || '%' FROM unnest(fragments) AS fragment);
  source constant text := CASE noun
    WHEN 'payments' THEN 'dashboard.mirror_payment'
    WHEN 'customers' THEN 'dashboard.mirror_customer'
    WHEN 'phones' THEN 'dashboard.mirror_customer'
    WHEN 'links' THEN 'dashboard.mirror_link'
    WHEN 'references' THEN 'dashboard.mirror_link'
  END;
  -- As the indexes have it.
  searched constant text := CASE noun
    WHEN 'phones' THEN 'phone_digits'
    WHEN 'references' THEN 'substr(search_text, strpos(search_text, E''\n'') + 1)'
    ELSE 'search_text'
  END;
  latest constant text := format('SELECT created_at FROM (
      SELECT created_at, %s AS searched FROM %s WHERE connection_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2) AS latest
    WHERE searched LIKE ALL ($3) OFFSET $4 - 1 LIMIT 1', searched, source);
  -- Rows that the index finds; an estimate of their number may be far off.
  candidate constant text := format('SELECT connection_id, id, created_at, %s AS searched FROM %s
    WHERE dashboard.search_grams(connection_id, %1$s) @@ $2 LIMIT $4', searched, source);
  is_large boolean;
  estimate json;
  compared integer;
  holding integer;
BEGIN
  IF source IS NULL THEN RAISE EXCEPTION 'no mirror has the noun %', noun; END IF;
  EXECUTE format('SELECT EXISTS (SELECT FROM %s WHERE connection_id = $1 ORDER BY created_at DESC, id DESC OFFSET $2)', source)
    INTO is_large USING tenant, newest;
  IF is_large THEN
    EXECUTE latest INTO since USING tenant, newest, patterns, common;
  END IF;
  IF is_large AND since IS NULL AND asked IS NOT NULL THEN
    -- Grams that most rows have take the index longer than such rows take to be met.
    EXECUTE format('EXPLAIN (FORMAT JSON) SELECT FROM %s WHERE dashboard.search_grams(connection_id, %s) @@ $1', source, searched)
      INTO estimate USING asked;
    IF (estimate #>> '{0,Plan,Plan Rows}')::float8 > 10 * most THEN
      EXECUTE latest INTO since USING tenant, 20 * newest, patterns, common;
    ELSE
      EXECUTE format('WITH candidate AS MATERIALIZED (%s), found AS MATERIALIZED (
            SELECT id, created_at FROM candidate WHERE connection_id = $1 AND searched LIKE ALL ($3))
          SELECT (SELECT count(*) FROM candidate), (SELECT count(*) FROM found),
            ARRAY(SELECT id FROM found ORDER BY created_at DESC, id DESC LIMIT $5),
            (SELECT created_at FROM found ORDER BY created_at DESC OFFSET $6 - 1 LIMIT 1)', candidate)
        INTO compared, holding, ids, since USING tenant, asked, patterns, 20 * newest, most, common;
      -- Rows beyond those that were compared may be newer.
      IF compared = 20 * newest THEN ids := NULL; since := NULL;
      ELSIF holding > most THEN ids := NULL;
      ELSE since := NULL;
      END IF;
    END IF;
  END IF;
  RETURN NEXT;
END
$$;
