"""The manifests of deploy/kubernetes/: valid for Kubernetes, and consistent with each other and the service.

The tests need no cluster. CloudNativePG's own kinds have no schema here, so only their names and references
are checked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml
from click import Context, Group
from flask import Flask

from service.app import create_app
from service.cli import main
from service.config import VARIABLES, from_environment
from service.server.server import GRACE
from service.storage import CONNECTIONS
from tests.benchmarks.capacity.costs import MEASURED

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "deploy" / "kubernetes"
KUBERNETES = "1.37"

Manifest = dict[str, Any]

MANIFESTS: list[Manifest] = [
    manifest for file in sorted(FOLDER.glob("*.yaml")) for manifest in yaml.safe_load_all(file.read_text())
]
WITHOUT_SCHEMA = {"Cluster", "ObjectStore", "ScheduledBackup"}


def find_manifest(kind: str, name: str | None = None) -> Manifest:
    (found,) = (each for each in MANIFESTS if each["kind"] == kind and name in (None, each["metadata"]["name"]))
    return found


def of_kind(kind: str) -> list[Manifest]:
    return [manifest for manifest in MANIFESTS if manifest["kind"] == kind]


def title(manifest: Manifest) -> str:
    return f"{manifest['kind']} {manifest['metadata']['name']}"


WORKLOADS = [manifest for manifest in MANIFESTS if manifest["kind"] in ("Deployment", "Job")]
CLUSTER = find_manifest("Cluster")


def pod(workload: Manifest) -> Manifest:
    return dict(workload["spec"]["template"]["spec"])


def container(workload: Manifest) -> Manifest:
    (only,) = pod(workload)["containers"]
    return dict(only)


def labels(workload: Manifest) -> Mapping[str, str]:
    return dict(workload["spec"]["template"]["metadata"]["labels"])


def selected(selector: Manifest) -> list[Manifest]:
    """Return the workloads whose pods are selected."""
    wanted = selector.get("matchLabels", {}).items()
    return [workload for workload in WORKLOADS if wanted <= labels(workload).items()]


@pytest.fixture
def app(sqlite_url: str) -> Iterator[Flask]:
    made = create_app(from_environment({"DATABASE_URL": sqlite_url, "DAYBOOK_SECRET_KEY": "y"}))
    yield made
    made.extensions["daybook"].heartbeat.stop()
    made.extensions["daybook"].storage.close()


# --------------------------------------------------------------------------------------------------------------------
# Valid for Kubernetes
# --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("manifest", [each for each in MANIFESTS if each["kind"] not in WITHOUT_SCHEMA], ids=title)
def test_a_manifest_is_valid(manifest: Manifest) -> None:
    kubernetes_validate.validate(manifest, KUBERNETES, strict=True)


def test_invalid_manifest_is_rejected() -> None:
    web = find_manifest("Deployment", "web")
    misspelt = {**web, "spec": {**web["spec"], "replica": 2}}
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(misspelt, KUBERNETES, strict=True)


def test_all_manifests_have_one_namespace_and_unique_names() -> None:
    namespace = find_manifest("Namespace")["metadata"]["name"]
    assert {each["metadata"].get("namespace", namespace) for each in MANIFESTS} == {namespace}
    assert len({(each["kind"], each["metadata"]["name"]) for each in MANIFESTS}) == len(MANIFESTS)


def test_workloads_use_only_images_from_compose() -> None:
    compose = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text())
    known = {service["image"].split(":")[0] for service in compose["services"].values()}
    assert {container(workload)["image"].split(":")[0] for workload in WORKLOADS} <= known


@pytest.mark.parametrize("workload", WORKLOADS, ids=title)
def test_container_is_unprivileged(workload: Manifest) -> None:
    uid = re.findall(r"--uid (\d+)", (ROOT / "deploy" / "Dockerfile").read_text())
    assert pod(workload)["securityContext"]["runAsNonRoot"]
    assert [str(pod(workload)["securityContext"]["runAsUser"])] == uid
    assert not pod(workload)["automountServiceAccountToken"]
    allowed = container(workload)["securityContext"]
    assert allowed["readOnlyRootFilesystem"]
    assert not allowed["allowPrivilegeEscalation"]
    assert allowed["capabilities"] == {"drop": ["ALL"]}


# --------------------------------------------------------------------------------------------------------------------
# Consistent with the service
# --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("workload", WORKLOADS, ids=title)
def test_command_is_accepted_by_the_cli(workload: Manifest) -> None:
    command, *arguments = container(workload)["args"]
    assert isinstance(main, Group)
    found = main.get_command(Context(main), command)
    assert found is not None
    found.make_context(command, arguments)


@pytest.mark.parametrize("workload", WORKLOADS, ids=title)
def test_environment_variables_are_known_and_usable(workload: Manifest) -> None:
    shared: dict[str, str] = find_manifest("ConfigMap")["data"]
    own = {each["name"]: each.get("value", "postgresql://x/y") for each in container(workload)["env"]}
    given = shared | own | ({"DAYBOOK_SMTP_URL": "smtp://x:y@z"} if "DAYBOOK_SMTP_URL" in own else {})
    assert set(given) <= {*VARIABLES.values(), "TMPDIR", "DATABASE_PASSWORD"}
    config = from_environment({"DAYBOOK_SECRET_KEY": "x", **given})
    assert not config.embedded
    assert config.trusted_proxies == 1


def test_web_processes_get_primary_and_replica_database_urls() -> None:
    name = CLUSTER["metadata"]["name"]
    variables = {each["name"]: each for each in container(find_manifest("Deployment", "web"))["env"]}
    assert f"@{name}-ro/" in variables["DATABASE_REPLICA_URL"]["value"]
    for variable in ("DATABASE_URL", "DATABASE_PASSWORD"):
        assert variables[variable]["valueFrom"]["secretKeyRef"]["name"] == f"{name}-app"


def test_probes_use_health_endpoints_and_liveness_ignores_the_database(app: Flask) -> None:
    probes = container(find_manifest("Deployment", "web"))
    asked = {kind: probes[kind]["httpGet"]["path"] for kind in ("startupProbe", "readinessProbe", "livenessProbe")}
    assert asked["readinessProbe"] == "/api/health"
    client = app.test_client()
    assert {client.get(path).status_code for path in asked.values()} == {200}
    app.extensions["daybook"].storage.close()
    assert client.get(asked["livenessProbe"]).status_code == 200


def test_a_web_process_has_time_to_finish_its_requests() -> None:
    web = find_manifest("Deployment", "web")
    pre_stop = container(web)["lifecycle"]["preStop"]["sleep"]["seconds"]
    assert pre_stop + GRACE < pod(web)["terminationGracePeriodSeconds"]


def test_memory_requests_cover_the_measured_memory() -> None:
    config = from_environment({"DAYBOOK_SECRET_KEY": "x", **find_manifest("ConfigMap")["data"]})
    listener_mb = config.listeners * MEASURED.listener_kb / 1000
    needed = {"web": MEASURED.web_mb + listener_mb, "workers": MEASURED.projector_mb}
    for name, megabytes in needed.items():
        resources = container(find_manifest("Deployment", name))["resources"]
        asked, most = (int(resources[kind]["memory"].removesuffix("Mi")) * 1.049 for kind in ("requests", "limits"))
        assert megabytes < asked < 2.5 * megabytes
        assert asked < most


def test_the_database_has_enough_connections_for_all_processes() -> None:
    config = from_environment({"DAYBOOK_SECRET_KEY": "x", **find_manifest("ConfigMap")["data"]})
    webs = find_manifest("HorizontalPodAutoscaler")["spec"]["maxReplicas"] * (config.connections + 5)
    workers = find_manifest("Deployment", "workers")["spec"]["replicas"] * (CONNECTIONS + 8)
    assert webs + workers + CONNECTIONS < int(CLUSTER["spec"]["postgresql"]["parameters"]["max_connections"])


def test_the_ingress_accepts_the_largest_import() -> None:
    limit = find_manifest("Ingress", "web")["metadata"]["annotations"]["nginx.ingress.kubernetes.io/proxy-body-size"]
    assert int(limit.removesuffix("m")) * 1024 * 1024 == from_environment({"DAYBOOK_SECRET_KEY": "y"}).largest_import


def test_ingress_and_nginx_pass_every_event_stream_unbuffered(app: Flask) -> None:
    ingress = find_manifest("Ingress", "streams")
    assert ingress["metadata"]["annotations"]["nginx.ingress.kubernetes.io/proxy-buffering"] == "off"
    (rule,) = ingress["spec"]["rules"]
    (path,) = (each["path"] for each in rule["http"]["paths"])
    streams = [each.rule.replace("<stream:id>", "0123") for each in app.url_map.iter_rules() if "events" in each.rule]
    assert streams
    assert all(re.match(path, stream) for stream in streams)
    _, _, after = (ROOT / "deploy" / "nginx.conf").read_text().partition(f"location ~ ^{path} {{")
    location, _, _ = after.partition("}")
    assert "proxy_buffering off;" in location


# --------------------------------------------------------------------------------------------------------------------
# Consistent with each other
# --------------------------------------------------------------------------------------------------------------------


def test_pod_selectors_match_pods() -> None:
    for workload in of_kind("Deployment"):
        assert selected(workload["spec"]["selector"]) == [workload]
    for budget in of_kind("PodDisruptionBudget"):
        assert selected(budget["spec"]["selector"]) == [find_manifest("Deployment", budget["metadata"]["name"])]
    scaled = find_manifest("HorizontalPodAutoscaler")["spec"]["scaleTargetRef"]
    assert find_manifest(scaled["kind"], scaled["name"])
    of_database = {"cnpg.io/cluster": CLUSTER["metadata"]["name"]}
    for policy in of_kind("NetworkPolicy"):
        selector = policy["spec"]["podSelector"]
        assert selected(selector) or selector["matchLabels"] == of_database


def test_the_ingress_routes_to_the_web_processes() -> None:
    service = find_manifest("Service")["spec"]
    web = find_manifest("Deployment", "web")
    assert service["selector"].items() <= labels(web).items()
    (port,) = container(web)["ports"]
    assert [each["targetPort"] for each in service["ports"]] == [port["name"]]
    for ingress in of_kind("Ingress"):
        for path in ingress["spec"]["rules"][0]["http"]["paths"]:
            backend = path["backend"]["service"]
            assert (backend["name"], backend["port"]["name"]) == ("web", service["ports"][0]["name"])
    (inbound,) = find_manifest("NetworkPolicy", "door")["spec"]["ingress"]
    assert [each["port"] for each in inbound["ports"]] == [port["containerPort"]]
    arguments = container(web)["args"]
    assert arguments[arguments.index("--port") + 1] == str(port["containerPort"])


def test_mounted_volumes_exist() -> None:
    for workload in WORKLOADS:
        volumes = {volume["name"] for volume in pod(workload)["volumes"]}
        assert {mount["name"] for mount in container(workload)["volumeMounts"]} == volumes


def test_database_is_backed_up_and_replicates_synchronously() -> None:
    spec, backup, store = CLUSTER["spec"], find_manifest("ScheduledBackup")["spec"], find_manifest("ObjectStore")
    (plugin,) = spec["plugins"]
    assert plugin["isWALArchiver"]
    assert plugin["parameters"] == {"barmanObjectName": store["metadata"]["name"]}
    assert backup["cluster"]["name"] == CLUSTER["metadata"]["name"]
    assert backup["pluginConfiguration"]["name"] == plugin["name"]
    assert len(backup["schedule"].split()) == 6
    assert 1 <= spec["postgresql"]["synchronous"]["number"] < spec["instances"] - 1, "one instance may be unavailable"


def test_the_readme_describes_every_file_and_secret() -> None:
    text = (FOLDER / "README.md").read_text()
    assert all(f"`{file.name}`" in text for file in FOLDER.glob("*.yaml"))
    references = set(re.findall(r"secretName: ([\w-]+)|secretKeyRef: \{name: ([\w-]+)", "".join(_texts())))
    own = {one or other for one, other in references} - {f"{CLUSTER['metadata']['name']}-app"}
    assert own
    assert all(secret in text for secret in own)


def _texts() -> Iterator[str]:
    return (file.read_text() for file in FOLDER.glob("*.yaml"))
