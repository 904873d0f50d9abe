-- A name is looked for as people type it: without its accents, in any case. This is `foldText` of lib/contract, and
-- the two must agree. Cases are folded by lists of letters, because what `lower` knows depends on the server's locale.
CREATE FUNCTION dashboard.fold_text(told text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  -- Most texts are plain letters, of one byte each: the rest is for the others.
  SELECT CASE WHEN octet_length(told) = char_length(told) THEN lower(told COLLATE "C") ELSE
    replace(replace(replace(replace(translate(
      lower(regexp_replace(normalize(told, NFKD), '[\u0300-\u036F]', '', 'g') COLLATE "C"),
      'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЄІҐЂЉЊЋЏЅЈØøŁłĐđÐðĦħŦŧıÆŒÞẞ',
      'αβγδεζηθικλμνξοπρστυφχψωσабвгдежзиклмнопрстуфхцчшщъыьэюяєіґђљњћџѕјoollddddhhttiæœþß'
    ), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ß', 'ss')
  END
$$;
REVOKE ALL ON FUNCTION dashboard.fold_text(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION dashboard.fold_text(text) TO checkout_dashboard, checkout_dashboard_system;

-- What a search text is looked for in. Kept, so that a search folds its own text only and compares each row once.
ALTER TABLE dashboard.mirror_payment ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS
  (dashboard.fold_text(payer_name || E'\n' || payer_email || E'\n' || coalesce(link_title, ''))) STORED;
ALTER TABLE dashboard.mirror_link ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS (dashboard.fold_text(title)) STORED;
